//! Rules: the kind of an ID that stands at a place in a link, or after a mark such as `<@`. Each is a row of a table.

/// A rule. The first one that fits a place counts.
pub(super) struct Rule {
    /// The host of the link, or the end of it after a dot; empty if no link is needed. After a dot at its end, any top-level domain
    /// fits.
    pub site: &'static str,
    /// The text before the ID. `*` is one or more characters of a name, `_` is a joiner or none, and `=` at the end is any sign of
    /// assignment: see [`before_key`]. Empty if any place fits.
    pub before: &'static str,
    /// The kinds; none if IDs of this site are of no known kind.
    pub kinds: &'static [&'static str],
}

impl Rule {
    /// The kinds that it names, if it names any.
    pub(super) fn named(&self) -> Option<&'static [&'static str]> {
        Some(self.kinds).filter(|kinds| !matches!(*kinds, NO_UNIX | NO_NUMBER))
    }
}

const fn site(site: &'static str, before: &'static str, kinds: &'static [&'static str]) -> Rule {
    Rule { site, before, kinds }
}

const fn mark(before: &'static str, kinds: &'static [&'static str]) -> Rule {
    Rule { site: "", before, kinds }
}

/// No known kind.
const NONE: &[&str] = &[];

/// Any kind, but numbers are rarely counts of seconds there.
pub(super) const NO_UNIX: &[&str] = &["not unix"];

/// Any kind, but decimal numbers are of no known kind there.
pub(super) const NO_NUMBER: &[&str] = &["no number"];

pub(super) static RULES: &[Rule] = &[
    // Keys whose numbers are random, bits, phones, or times.
    mark("trace_id=", NO_NUMBER),
    mark("span_id=", NO_NUMBER),
    mark("permissions=", NO_NUMBER),
    mark("seed=", NO_NUMBER),
    mark("utm_id=", NO_NUMBER),
    mark("campaign_id=", NO_NUMBER),
    mark("phone=", NO_NUMBER),
    mark("mobile=", NO_NUMBER),
    mark("fax=", NO_NUMBER),
    mark("tel=", NO_NUMBER),
    mark("nano=", &["unix"]),
    mark("time_ns=", &["unix"]),
    mark("timestamp=", &["unix"]),
    site("x.com", "/photo/", NONE),
    site("x.com", "/video/", NONE),
    site("x.com", "?s=", NONE),
    site("x.com", "&s=", NONE),
    site("x.com", "/status/", &["twitter"]),
    site("x.com", "", &["twitter"]),
    site("twitter.com", "/photo/", NONE),
    site("twitter.com", "/video/", NONE),
    site("twitter.com", "?s=", NONE),
    site("twitter.com", "&s=", NONE),
    site("twitter.com", "/status/", &["twitter"]),
    site("twitter.com", "", &["twitter"]),
    site("twimg.com", "", &["twitter"]),
    site("nitter.net", "/status/", &["twitter"]),
    site("vxtwitter.com", "/status/", &["twitter"]),
    site("fxtwitter.com", "/status/", &["twitter"]),
    site("fixupx.com", "/status/", &["twitter"]),
    site("discord.com", "", &["discord"]),
    site("discordapp.com", "", &["discord"]),
    site("discordapp.net", "", &["discord"]),
    site("instagram.com", "/share/*/", NONE),
    site("instagram.com", "/stories/highlights/", NONE),
    site("instagr.am", "/p/", &["instagram"]),
    site("instagram.com", "/p/", &["instagram"]),
    site("instagram.com", "/reel/", &["instagram"]),
    site("instagram.com", "/reels/", &["instagram"]),
    site("instagram.com", "/tv/", &["instagram"]),
    site("instagram.com", "/stories/*/", &["instagram"]),
    site("instagram.com", "/media/", &["instagram"]),
    site("threads.net", "/post/", &["instagram"]),
    site("threads.net", "/t/", &["instagram"]),
    site("threads.com", "/post/", &["instagram"]),
    site("threads.com", "/t/", &["instagram"]),
    site("tiktok.com", "", &["tiktok"]),
    site("bsky.app", "/post/", &["tid"]),
    site("bsky.app", "/feed/", &["tid"]),
    site("bsky.app", "/lists/", &["tid"]),
    site("slack.com", "", &["slack"]),
    site("reddit.com", "/comments/", &["reddit"]),
    site("reddit.com", "/comments/*/*/", &["reddit"]),
    site("redd.it", "/", &["reddit"]),
    site("reddit.com", "", NONE),
    site("youtube.com", "v=", &["youtube"]),
    site("youtube.com", "/shorts/", &["youtube"]),
    site("youtube.com", "/embed/", &["youtube"]),
    site("youtube.com", "/live/", &["youtube"]),
    site("youtube.com", "", NONE),
    site("youtu.be", "/", &["youtube"]),
    site("steamcommunity.com", "/profiles/", &["steam"]),
    site("github.com", "/commit/", &["git"]),
    site("github.com", "", NO_NUMBER),
    site("facebook.com", "", NONE),
    site("fb.com", "", NONE),
    site("fb.watch", "", NONE),
    site("t.me", "", NONE),
    site("vk.com", "", NONE),
    site("google.", "", NONE),
    site("goo.gl", "", NONE),
    site("twitch.tv", "", NONE),
    site("spotify.com", "", NONE),
    site("pinterest.", "", NONE),
    site("amazon.", "", NONE),
    site("apple.com", "", NONE),
    site("wikipedia.org", "", NONE),
    site("imgur.com", "", NONE),
    site("vimeo.com", "", NONE),
    site("discord.gg", "", NONE),
    site("tumblr.com", "", NONE),
    site("weibo.com", "", NONE),
    site("weibo.cn", "", NONE),
    site("asana.com", "", NONE),
    site("miro.com", "", NONE),
    site("ok.ru", "", NONE),
    site("datadoghq.com", "/trace/", NONE),
    mark("urn:li:activity:", &["linkedin"]),
    mark("urn:li:share:", &["linkedin"]),
    mark("urn:li:ugcPost:", &["linkedin"]),
    mark("urn:li:comment:", &["linkedin"]),
    mark("(activity:", &["linkedin"]),
    mark("urn:li:*:", NONE),
    site("linkedin.com", "", &["linkedin"]),
    // Mastodon and its relatives run at any host.
    mark("/@*/", &["mastodon"]),
    mark("/statuses/", &["mastodon"]),
    mark("/web/accounts/", &["mastodon"]),
    mark("/api/v1/accounts/", &["mastodon"]),
    mark("/media_attachments/files/", &["mastodon"]),
    mark("/accounts/avatars/", &["mastodon"]),
    mark("/accounts/headers/", &["mastodon"]),
    mark("/notes/", &["aid", "aidx", "ulid", "objectid"]),
    mark("/notice/", &["flake"]),
    mark("/app.bsky.*/", &["tid"]),
    // Discord's marks for users, roles, channels, emojis and commands.
    mark("<@", &["discord"]),
    mark("<@!", &["discord"]),
    mark("<@&", &["discord"]),
    mark("<#", &["discord"]),
    mark("<:*:", &["discord"]),
    mark("<a:*:", &["discord"]),
    mark("</*:", &["discord"]),
    mark("<t:", &["unix"]),
    mark("thread_ts=", &["slack"]),
    mark("did:plc:", NONE),
    mark("tweet_id=", &["twitter"]),
    mark("guild_id=", &["discord"]),
    mark("aweme_id=", &["tiktok"]),
    mark("id=", NO_UNIX),
    mark("#", NO_UNIX),
    site(".", "/", NO_UNIX),
];

/// The longest text before an ID that is compared with a rule.
const LONGEST: usize = 96;

/// The place of a text: what is before it, and the host of the link that it is in, or an empty text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub host: &'a [u8],
    pub before: &'a [u8],
}

/// The number of the first rule that fits a place.
pub(super) fn rule_at(place: Place<'_>) -> Option<usize> {
    RULES.iter().position(|rule| rule.is_at(place))
}

impl Rule {
    fn is_at(&self, Place { host, before }: Place<'_>) -> bool {
        let is_of_site = self.site.is_empty() || is_part(host, self.site.as_bytes());
        let near = &before[before.len().saturating_sub(LONGEST)..];
        is_of_site && (self.before.is_empty() || ends_with(near, self.before.as_bytes()))
    }
}

/// Whether a host is a site, or a part of one: `www.x.com` is of `x.com`.
fn is_part(host: &[u8], site: &[u8]) -> bool {
    if let Some((b'.', name)) = site.split_last() {
        // Countries have domains of one or two parts: `google.de`, `google.co.uk`.
        let mut ends = (0..host.len()).filter(|&end| host[end] == b'.' && host.len() - end <= 7);
        return ends.any(|end| name.is_empty() || is_part(&host[..end], name));
    }
    let Some(above) = host.len().checked_sub(site.len()) else { return false };
    host[above..].eq_ignore_ascii_case(site) && (above == 0 || host[above - 1] == b'.')
}

/// Whether a text ends with a pattern, in which `*` is one or more characters of a name.
fn ends_with(text: &[u8], pattern: &[u8]) -> bool {
    let mut text = text;
    for (at, &expected) in pattern.iter().enumerate().rev() {
        let Some((&last, before)) = text.split_last() else { return false };
        if expected == b'=' && at + 1 == pattern.len() {
            let Some(before) = before_key(text) else { return false };
            text = before;
            continue;
        }
        if expected == b'_' && !is_joiner(last) {
            continue;
        }
        // What is left of a decoded character.
        if last == b'%' && expected != b'%' {
            return ends_with(before, &pattern[..=at]);
        }
        text = before;
        if expected == b'*' {
            let length = 1 + before.iter().rev().take_while(|&&character| is_of_name(character)).count();
            return is_of_name(last)
                && (0..length).any(|more| ends_with(&before[..before.len() - more], &pattern[..at]));
        }
        if !last.eq_ignore_ascii_case(&expected) && expected != b'_' {
            return false;
        }
    }
    true
}

/// The text before a sign of assignment at its end: `=`, `:`, `": "`, `%3D`.
fn before_key(text: &[u8]) -> Option<&[u8]> {
    match without_quotes(text) {
        [before @ .., b'=' | b':'] => Some(without_quotes(before)),
        _ => None,
    }
}

/// Whether a key and a sign of assignment are at the end of a text.
pub(super) fn has_key(text: &[u8]) -> bool {
    before_key(&text[text.len().saturating_sub(LONGEST)..]).is_some()
}

fn without_quotes(text: &[u8]) -> &[u8] {
    let count = text.iter().rev().take(4).take_while(|character| b"\"' \\%".contains(character)).count();
    &text[..text.len() - count]
}

fn is_joiner(character: u8) -> bool {
    matches!(character, b'-' | b'_')
}

fn is_of_name(character: u8) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, b'_' | b'-' | b'.' | b'@')
}
