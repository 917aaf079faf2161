//! Rules: the kind of an ID that stands at a place in a link, or after a mark such as `<@`. Each is a row of a table.

use Says::{Kinds, NoNumber, Seldom};

/// A rule. The first one that fits a place counts.
pub(super) struct Rule {
    /// The host of the link, or the end of it after a dot; empty if no link is needed. After a dot at its end, any top-level domain
    /// fits.
    pub site: &'static str,
    /// The text before the ID. `*` is one or more characters of a name, `_` is a joiner or none, and `=` at the end is any sign of
    /// assignment: see [`before_key`]. Empty if any place fits.
    pub before: &'static str,
    /// What stands there.
    pub says: Says,
}

/// What a rule says of a place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Says {
    /// IDs of these kinds. An empty list means IDs of no known kind.
    Kinds(Names),
    /// Any kind, but seldom one of these.
    Seldom(Names),
    /// Any kind, but decimal numbers are of no known kind.
    NoNumber,
}

/// Names of kinds.
type Names = &'static [&'static str];

impl Rule {
    /// The kinds that the rule names, if it names any.
    pub fn named(&self) -> Option<Names> {
        if let Says::Kinds(names) = self.says { Some(names) } else { None }
    }

    /// The kinds that seldom stand there.
    pub fn seldom(&self) -> Names {
        if let Says::Seldom(names) = self.says { names } else { &[] }
    }
}

const fn site(site: &'static str, before: &'static str, says: Says) -> Rule {
    Rule { site, before, says }
}

const fn mark(before: &'static str, says: Says) -> Rule {
    site("", before, says)
}

const NONE: Says = Kinds(&[]);

/// Numbers are seldom counts of seconds there.
const NO_UNIX: Says = Seldom(&["unix"]);

pub(super) static RULES: &[Rule] = &[
    // Keys whose numbers are random, bits, phones, or times.
    mark("trace_id=", NoNumber),
    mark("span_id=", NoNumber),
    mark("permissions=", NoNumber),
    mark("seed=", NoNumber),
    mark("utm_id=", NoNumber),
    mark("campaign_id=", NoNumber),
    mark("phone=", NoNumber),
    mark("mobile=", NoNumber),
    mark("fax=", NoNumber),
    mark("tel=", NoNumber),
    mark("nano=", Kinds(&["unix"])),
    mark("time_ns=", Kinds(&["unix"])),
    mark("timestamp=", Kinds(&["unix"])),
    site("x.com", "/photo/", NONE),
    site("x.com", "/video/", NONE),
    site("x.com", "?s=", NONE),
    site("x.com", "&s=", NONE),
    site("x.com", "/status/", Kinds(&["twitter"])),
    site("x.com", "", Kinds(&["twitter"])),
    site("twitter.com", "/photo/", NONE),
    site("twitter.com", "/video/", NONE),
    site("twitter.com", "?s=", NONE),
    site("twitter.com", "&s=", NONE),
    site("twitter.com", "/status/", Kinds(&["twitter"])),
    site("twitter.com", "", Kinds(&["twitter"])),
    site("twimg.com", "", Kinds(&["twitter"])),
    site("nitter.net", "/status/", Kinds(&["twitter"])),
    site("vxtwitter.com", "/status/", Kinds(&["twitter"])),
    site("fxtwitter.com", "/status/", Kinds(&["twitter"])),
    site("fixupx.com", "/status/", Kinds(&["twitter"])),
    site("discord.com", "", Kinds(&["discord"])),
    site("discordapp.com", "", Kinds(&["discord"])),
    site("discordapp.net", "", Kinds(&["discord"])),
    site("instagram.com", "/share/*/", NONE),
    site("instagram.com", "/stories/highlights/", NONE),
    site("instagr.am", "/p/", Kinds(&["instagram"])),
    site("instagram.com", "/p/", Kinds(&["instagram"])),
    site("instagram.com", "/reel/", Kinds(&["instagram"])),
    site("instagram.com", "/reels/", Kinds(&["instagram"])),
    site("instagram.com", "/tv/", Kinds(&["instagram"])),
    site("instagram.com", "/stories/*/", Kinds(&["instagram"])),
    site("instagram.com", "/media/", Kinds(&["instagram"])),
    site("threads.net", "/post/", Kinds(&["instagram"])),
    site("threads.net", "/t/", Kinds(&["instagram"])),
    site("threads.com", "/post/", Kinds(&["instagram"])),
    site("threads.com", "/t/", Kinds(&["instagram"])),
    site("tiktok.com", "", Kinds(&["tiktok"])),
    site("bsky.app", "/post/", Kinds(&["tid"])),
    site("bsky.app", "/feed/", Kinds(&["tid"])),
    site("bsky.app", "/lists/", Kinds(&["tid"])),
    site("slack.com", "", Kinds(&["slack"])),
    site("reddit.com", "/comments/", Kinds(&["reddit"])),
    site("reddit.com", "/comments/*/*/", Kinds(&["reddit"])),
    site("redd.it", "/", Kinds(&["reddit"])),
    site("reddit.com", "", NONE),
    site("youtube.com", "v=", Kinds(&["youtube"])),
    site("youtube.com", "/shorts/", Kinds(&["youtube"])),
    site("youtube.com", "/embed/", Kinds(&["youtube"])),
    site("youtube.com", "/live/", Kinds(&["youtube"])),
    site("youtube.com", "", NONE),
    site("youtu.be", "/", Kinds(&["youtube"])),
    site("steamcommunity.com", "/profiles/", Kinds(&["steam"])),
    site("github.com", "/commit/", Kinds(&["git"])),
    site("github.com", "", NoNumber),
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
    mark("urn:li:activity:", Kinds(&["linkedin"])),
    mark("urn:li:share:", Kinds(&["linkedin"])),
    mark("urn:li:ugcPost:", Kinds(&["linkedin"])),
    mark("urn:li:comment:", Kinds(&["linkedin"])),
    mark("(activity:", Kinds(&["linkedin"])),
    mark("urn:li:*:", NONE),
    site("linkedin.com", "", Kinds(&["linkedin"])),
    // Mastodon and its relatives run at any host.
    mark("/@*/", Kinds(&["mastodon"])),
    mark("/statuses/", Kinds(&["mastodon"])),
    mark("/web/accounts/", Kinds(&["mastodon"])),
    mark("/api/v1/accounts/", Kinds(&["mastodon"])),
    mark("/media_attachments/files/", Kinds(&["mastodon"])),
    mark("/accounts/avatars/", Kinds(&["mastodon"])),
    mark("/accounts/headers/", Kinds(&["mastodon"])),
    mark("/notes/", Kinds(&["aid", "aidx", "ulid", "objectid"])),
    mark("/notice/", Kinds(&["flake"])),
    mark("/app.bsky.*/", Kinds(&["tid"])),
    // Discord's marks for users, roles, channels, emojis and commands.
    mark("<@", Kinds(&["discord"])),
    mark("<@!", Kinds(&["discord"])),
    mark("<@&", Kinds(&["discord"])),
    mark("<#", Kinds(&["discord"])),
    mark("<:*:", Kinds(&["discord"])),
    mark("<a:*:", Kinds(&["discord"])),
    mark("</*:", Kinds(&["discord"])),
    mark("<t:", Kinds(&["unix"])),
    mark("thread_ts=", Kinds(&["slack"])),
    mark("did:plc:", NONE),
    mark("tweet_id=", Kinds(&["twitter"])),
    mark("twitter_id=", Kinds(&["twitter"])),
    mark("twitter_*_id=", Kinds(&["twitter"])),
    mark("in_reply_to_status_id=", Kinds(&["twitter"])),
    mark("in_reply_to_user_id=", Kinds(&["twitter"])),
    mark("discord_id=", Kinds(&["discord"])),
    mark("discord_*_id=", Kinds(&["discord"])),
    mark("instagram_id=", Kinds(&["instagram"])),
    mark("mastodon_id=", Kinds(&["mastodon"])),
    mark("mastodon_status=", Kinds(&["mastodon"])),
    mark("linkedin_id=", Kinds(&["linkedin"])),
    mark("linkedin_urn=", Kinds(&["linkedin"])),
    mark("tiktok_id=", Kinds(&["tiktok"])),
    mark("guild_id=", Kinds(&["discord"])),
    // The folder of a channel in what Discord exports of an account: `messages/c175928847299117063`.
    mark("c", Kinds(&["discord"])),
    mark("aweme_id=", Kinds(&["tiktok"])),
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

/// The first rule that fits a place.
pub(super) fn rule_at(Place { host, before }: Place<'_>) -> Option<&'static Rule> {
    let near = &before[before.len().saturating_sub(LONGEST)..];
    let key = before_key(near);
    RULES.iter().find(|rule| {
        let is_of_site = rule.site.is_empty() || (!host.is_empty() && is_part(host, rule.site.as_bytes()));
        is_of_site
            && match rule.before.as_bytes() {
                [] => true,
                [name @ .., b'='] => key.is_some_and(|before| ends_with(before, name)),
                text => ends_with(near, text),
            }
    })
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
        if expected == b'_' && !matches!(last, b'-' | b'_') {
            continue;
        }
        // This `%` is left of a decoded character.
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

fn is_of_name(character: u8) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, b'_' | b'-' | b'.' | b'@')
}
