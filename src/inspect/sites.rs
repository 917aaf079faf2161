//! Rules: the kind of an ID that stands at a place in a link, or after a mark such as `<@`. Each is a row of a table.

use super::pattern::{appended, shortened};
use Says::{Kinds, NoNumber, Seldom};

/// A rule. The first one that fits a place counts.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    /// The host of the link, or the end of it after a dot; empty if no link is needed. After a dot at its end, any top-level domain
    /// fits.
    pub site: &'static [u8],
    /// The text before the ID. `*` is one or more characters of a name, `_` is a joiner or none, and `=` at the end is any sign of
    /// assignment: see [`before_key`]. Empty if any place fits.
    pub before: &'static [u8],
    /// What stands there.
    pub says: Says,
}

/// What a rule says of a place. The kinds are names with commas between them.
#[derive(Debug, Clone, Copy)]
pub(super) enum Says {
    /// IDs of these kinds. An empty text means IDs of no known kind.
    Kinds(&'static [u8]),
    /// Any kind, but seldom one of these.
    Seldom(&'static [u8]),
    /// Any kind, but decimal numbers are of no known kind.
    NoNumber,
}

impl Rule {
    /// The kinds that the rule names, if it names any.
    pub fn named(&self) -> Option<&'static [u8]> {
        if let Kinds(names) = self.says { Some(names) } else { None }
    }

    /// The kinds that seldom stand there.
    pub fn seldom(&self) -> &'static [u8] {
        if let Seldom(names) = self.says { names } else { b"" }
    }
}

/// Whether a name is one of these names, which have commas between them.
pub(super) fn is_among(names: &[u8], name: &str) -> bool {
    !names.is_empty() && names.split(|&character| character == b',').any(|one| one == name.as_bytes())
}

const fn site(site: &'static str, before: &'static str, says: Says) -> Rule {
    Rule { site: site.as_bytes(), before: before.as_bytes(), says }
}

const fn mark(before: &'static str, says: Says) -> Rule {
    site("", before, says)
}

const NONE: Says = Kinds(b"");

/// Numbers are seldom counts of seconds there.
const NO_UNIX: Says = Seldom(b"unix");

const ROWS: &[Rule] = &[
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
    mark("nano=", Kinds(b"unix")),
    mark("time_ns=", Kinds(b"unix")),
    mark("timestamp=", Kinds(b"unix")),
    site("x.com", "/photo/", NONE),
    site("x.com", "/video/", NONE),
    site("x.com", "?s=", NONE),
    site("x.com", "&s=", NONE),
    site("x.com", "/status/", Kinds(b"twitter")),
    site("x.com", "", Kinds(b"twitter")),
    site("twitter.com", "/photo/", NONE),
    site("twitter.com", "/video/", NONE),
    site("twitter.com", "?s=", NONE),
    site("twitter.com", "&s=", NONE),
    site("twitter.com", "/status/", Kinds(b"twitter")),
    site("twitter.com", "", Kinds(b"twitter")),
    site("twimg.com", "", Kinds(b"twitter")),
    site("nitter.net", "/status/", Kinds(b"twitter")),
    site("vxtwitter.com", "/status/", Kinds(b"twitter")),
    site("fxtwitter.com", "/status/", Kinds(b"twitter")),
    site("fixupx.com", "/status/", Kinds(b"twitter")),
    site("discord.com", "", Kinds(b"discord")),
    site("discordapp.com", "", Kinds(b"discord")),
    site("discordapp.net", "", Kinds(b"discord")),
    site("instagram.com", "/share/*/", NONE),
    site("instagram.com", "/stories/highlights/", NONE),
    site("instagr.am", "/p/", Kinds(b"instagram")),
    site("instagram.com", "/p/", Kinds(b"instagram")),
    site("instagram.com", "/reel/", Kinds(b"instagram")),
    site("instagram.com", "/reels/", Kinds(b"instagram")),
    site("instagram.com", "/tv/", Kinds(b"instagram")),
    site("instagram.com", "/stories/*/", Kinds(b"instagram")),
    site("instagram.com", "/media/", Kinds(b"instagram")),
    site("threads.net", "/post/", Kinds(b"instagram")),
    site("threads.net", "/t/", Kinds(b"instagram")),
    site("threads.com", "/post/", Kinds(b"instagram")),
    site("threads.com", "/t/", Kinds(b"instagram")),
    site("tiktok.com", "", Kinds(b"tiktok")),
    site("bsky.app", "/post/", Kinds(b"tid")),
    site("bsky.app", "/feed/", Kinds(b"tid")),
    site("bsky.app", "/lists/", Kinds(b"tid")),
    site("slack.com", "", Kinds(b"slack")),
    site("reddit.com", "/comments/", Kinds(b"reddit")),
    site("reddit.com", "/comments/*/*/", Kinds(b"reddit")),
    site("redd.it", "/", Kinds(b"reddit")),
    site("reddit.com", "", NONE),
    site("youtube.com", "v=", Kinds(b"youtube")),
    site("youtube.com", "/shorts/", Kinds(b"youtube")),
    site("youtube.com", "/embed/", Kinds(b"youtube")),
    site("youtube.com", "/live/", Kinds(b"youtube")),
    site("youtube.com", "", NONE),
    site("youtu.be", "/", Kinds(b"youtube")),
    site("steamcommunity.com", "/profiles/", Kinds(b"steam")),
    site("github.com", "/commit/", Kinds(b"git")),
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
    mark("urn:li:activity:", Kinds(b"linkedin")),
    mark("urn:li:share:", Kinds(b"linkedin")),
    mark("urn:li:ugcPost:", Kinds(b"linkedin")),
    mark("urn:li:comment:", Kinds(b"linkedin")),
    mark("(activity:", Kinds(b"linkedin")),
    mark("urn:li:*:", NONE),
    site("linkedin.com", "", Kinds(b"linkedin")),
    // Mastodon and its relatives run at any host.
    mark("/@*/", Kinds(b"mastodon")),
    mark("/statuses/", Kinds(b"mastodon")),
    mark("/web/accounts/", Kinds(b"mastodon")),
    mark("/api/v1/accounts/", Kinds(b"mastodon")),
    mark("/media_attachments/files/", Kinds(b"mastodon")),
    mark("/accounts/avatars/", Kinds(b"mastodon")),
    mark("/accounts/headers/", Kinds(b"mastodon")),
    mark("/notes/", Kinds(b"aid,aidx,ulid,objectid")),
    mark("/notice/", Kinds(b"flake")),
    mark("/app.bsky.*/", Kinds(b"tid")),
    // Discord's marks for users, roles, channels, emojis and commands.
    mark("<@", Kinds(b"discord")),
    mark("<@!", Kinds(b"discord")),
    mark("<@&", Kinds(b"discord")),
    mark("<#", Kinds(b"discord")),
    mark("<:*:", Kinds(b"discord")),
    mark("<a:*:", Kinds(b"discord")),
    mark("</*:", Kinds(b"discord")),
    mark("<t:", Kinds(b"unix")),
    mark("thread_ts=", Kinds(b"slack")),
    mark("did:plc:", NONE),
    mark("tweet_id=", Kinds(b"twitter")),
    mark("twitter_id=", Kinds(b"twitter")),
    mark("twitter_*_id=", Kinds(b"twitter")),
    mark("in_reply_to_status_id=", Kinds(b"twitter")),
    mark("in_reply_to_user_id=", Kinds(b"twitter")),
    mark("discord_id=", Kinds(b"discord")),
    mark("discord_*_id=", Kinds(b"discord")),
    mark("instagram_id=", Kinds(b"instagram")),
    mark("mastodon_id=", Kinds(b"mastodon")),
    mark("mastodon_status=", Kinds(b"mastodon")),
    mark("linkedin_id=", Kinds(b"linkedin")),
    mark("linkedin_urn=", Kinds(b"linkedin")),
    mark("tiktok_id=", Kinds(b"tiktok")),
    mark("guild_id=", Kinds(b"discord")),
    // The folder of a channel in what Discord exports of an account: `messages/c175928847299117063`.
    mark("c", Kinds(b"discord")),
    mark("aweme_id=", Kinds(b"tiktok")),
    mark("id=", NO_UNIX),
    mark("#", NO_UNIX),
    site(".", "/", NO_UNIX),
];

/// The rules as bytes: of each, a byte for what it says, and its three texts, each after a byte for its length. As a list of rules, whose
/// texts have addresses, they would be 430 bytes larger, gzipped.
static RULES: &[u8] = {
    const COMPILED: ([u8; ROOM], usize) = compile(ROWS);
    &shortened::<ROOM, { COMPILED.1 }>(&COMPILED.0)
};

/// Room for the rules, in bytes.
const ROOM: usize = 8192;

const fn compile(rules: &[Rule]) -> ([u8; ROOM], usize) {
    let (mut bytes, mut length, mut at) = ([0; ROOM], 0, 0);
    while at < rules.len() {
        let Rule { site, before, says } = rules[at];
        let (code, names): (u8, &[u8]) = match says {
            Kinds(names) => (0, names),
            Seldom(names) => (1, names),
            NoNumber => (2, b""),
        };
        bytes[length] = code;
        length += 1;
        let texts = [site, before, names];
        let mut one = 0;
        while one < texts.len() {
            assert!(texts[one].len() < 256);
            bytes[length] = texts[one].len() as u8;
            (bytes, length) = appended(bytes, length + 1, texts[one]);
            one += 1;
        }
        at += 1;
    }
    (bytes, length)
}

/// Takes the first rule off bytes of [`RULES`]; `None` at their end.
fn next_rule(bytes: &mut &'static [u8]) -> Option<Rule> {
    let code = *bytes.split_off_first()?;
    let mut text = || {
        let length = usize::from(*bytes.split_off_first()?);
        bytes.split_off(..length)
    };
    let (site, before, names) = (text()?, text()?, text()?);
    let says = [Kinds(names), Seldom(names), NoNumber][usize::from(code)];
    Some(Rule { site, before, says })
}

/// The longest text before an ID that is compared with a rule.
const LONGEST: usize = 96;

/// The place of a text: what is before it, and the host of the link that it is in, or an empty text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub host: &'a [u8],
    pub before: &'a [u8],
}

/// The first rule that fits a place.
pub(super) fn rule_at(Place { host, before }: Place<'_>) -> Option<Rule> {
    let near = &before[before.len().saturating_sub(LONGEST)..];
    let key = before_key(near);
    let mut rest = RULES;
    std::iter::from_fn(|| next_rule(&mut rest)).find(|rule| {
        let is_of_site = rule.site.is_empty() || (!host.is_empty() && is_part(host, rule.site));
        is_of_site
            && match rule.before {
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
