//! Promises of the texts by which the protocol of leases speaks to another language: exact, and read strictly.

use flakekit::Code;
use flakekit::lease::{
    Action, CallersView, Change, Head, Holder, Keys, LeasedTo, List, ListId, Mismatch, Order, Seat, SeatId,
    Section, Swap, Terms, View, WORDS, read_callers_view, read_order, read_view, seats_among, write_seats,
    write_space,
};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const META: &str = "1 nonce=00000000000000ff generation=r1 since=1790000000000 skew=1000 age=2000 grace=60000 layout=time42 sections=0-31/4/10000,40-40/1/60000";
const SEAT: &str = "1 owner=000000000000000a from=1790000000000 until=1790000010000";
const FREE: &str = "1 owner=- from=0 until=7";
const TERMS: &str = "layout=time:42,sequence:12 skew=1000 age=2000 durable=1 section=0-31/4/10000";

const NOW: u64 = 1_790_000_000_000;

fn head() -> Head {
    Head::read(META.as_bytes()).unwrap()
}

fn seat(text: &str) -> Seat {
    Seat::read(text.as_bytes()).unwrap()
}

fn id(node: u64, share: u64) -> SeatId {
    SeatId { node, share }
}

fn view(lines: &[&str]) -> View {
    read_view(lines.join("\n").as_bytes(), NOW).unwrap()
}

fn refusal(text: &[u8]) -> (Code, String) {
    let error = read_view(text, NOW).unwrap_err();
    (error.code(), error.message().to_owned())
}

/// The text with one piece replaced, which it must have once.
fn changed(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    text.replace(from, to)
}

#[test]
fn a_view_has_the_clock_the_generation_and_the_records() {
    let expected = View { now: NOW, generation: "r1".to_owned(), head: Some(head()), seats: Vec::new() };
    assert_eq!(view(&["r1", META]), expected);
    let seats =
        vec![(id(5, 0), Some(seat(SEAT))), (id(4_294_967_295, 3), None), (id(0, 1), Some(seat(FREE)))];
    let lines = ["r1", META, "seat 5.0", SEAT, "seat 4294967295.3", "", "seat 0.1", FREE];
    assert_eq!(view(&lines), View { seats, ..expected });
}

#[test]
fn an_empty_line_is_a_missing_record() {
    let expected = View { now: NOW, generation: "r1".to_owned(), head: None, seats: vec![(id(5, 0), None)] };
    assert_eq!(view(&["r1", "", "seat 5.0", ""]), expected);
    assert_eq!(view(&["r1", ""]), View { seats: Vec::new(), ..expected });
}

const LIST: &str = "1 0000000000000ada:5.0:1790000002000";

#[test]
fn seats_before_the_first_list_may_be_taken_and_those_after_it_are_only_counted() {
    let lines = [
        "r1",
        META,
        "seat 5.0",
        SEAT,
        "callers 0.1",
        LIST,
        "seat 6.0",
        FREE,
        "callers 0.2",
        "",
        "seat 7.0",
        "",
    ];
    let seats = vec![(id(5, 0), Some(seat(SEAT)))];
    let list = |number| ListId { first: 0, number };
    let expected = CallersView {
        view: View { now: NOW, generation: "r1".to_owned(), head: Some(head()), seats },
        lists: vec![(list(1), List::read(LIST.as_bytes())), (list(2), None)],
        counted: vec![(id(6, 0), Some(seat(FREE))), (id(7, 0), None)],
    };
    assert_eq!(read_callers_view(lines.join("\n").as_bytes(), NOW), Ok(expected));
}

#[test]
fn a_list_that_cannot_be_read_is_named() {
    for (record, shown) in [("1 x", "'1 x'"), (SEAT, "'1 owner=000000000000000a from=1790000000…'")] {
        let lines = ["r1", META, "callers 0.1", record];
        let error = read_callers_view(lines.join("\n").as_bytes(), NOW).unwrap_err();
        assert_eq!(error.code(), Code::StoreFailed);
        let expected = format!(
            "the record 'callers 0.1' is {shown}, which this version cannot read: correct it, or use another space"
        );
        assert_eq!(error.message(), expected);
    }
}

#[test]
fn a_key_that_is_none_of_a_seat_is_refused() {
    for key in ["head", "Seat 5.0", "seat 5", "seat 5.0 ", "seat 05.0", " seat 5.0", "seat 5.00", ""] {
        let lines = ["r1", META, "seat 1.0", "", key, SEAT, "seat 7.0", FREE];
        let (code, message) = refusal(lines.join("\n").as_bytes());
        assert_eq!(code, Code::StoreFailed);
        assert_eq!(message, format!("the key '{key}' is not that of a seat"));
    }
}

#[test]
fn an_order_is_read_by_its_number_and_a_migration_with_its_terms() {
    let terms = Terms::read(TERMS.as_bytes()).unwrap();
    assert_eq!(read_order(0, b"", id(5, 2)), Ok(Order::Free(id(5, 2))));
    assert_eq!(read_order(1, b"", id(5, 2)), Ok(Order::Reset));
    assert_eq!(read_order(2, TERMS.as_bytes(), id(5, 2)), Ok(Order::Migrate(terms)));
    let refused = read_order(2, b"layout=", id(5, 2)).unwrap_err();
    assert_eq!(
        (refused.code(), refused.message()),
        (Code::StoreFailed, "the terms 'layout=' cannot be read")
    );
}

#[test]
fn a_generation_is_1_to_1000_printable_ascii_characters_without_spaces() {
    let longest = "~".repeat(1_000);
    for generation in ["!", "r1", "{\"a\":1}", &longest] {
        assert_eq!(view(&[generation, META]).generation, generation);
    }
    let too_long = "~".repeat(1_001);
    for generation in ["", " ", "a b", "r1 ", " r1", "r\t1", "r1\r", "\u{7f}", "é", &too_long] {
        let (code, message) = refusal(format!("{generation}\n{META}").as_bytes());
        assert_eq!(code, Code::StoreFailed);
        assert_eq!(
            message,
            "the store's generation cannot be used; it must be 1 to 1000 printable ASCII characters without spaces"
        );
    }
    assert_eq!(refusal(b"").0, Code::StoreFailed);
}

#[test]
fn a_record_that_cannot_be_read_is_named() {
    for (lines, key, record) in [
        (&["r1", "2 nonce=1"][..], "head", "'2 nonce=1'"),
        (&["r1", SEAT], "head", "'1 owner=000000000000000a from=1790000000…'"),
        (&["r1"], "head", "'(nothing)'"),
        (&["r1", META, "seat 5.0", META], "seat 5.0", "'1 nonce=00000000000000ff generation=r1 s…'"),
        (&["r1", "", "seat 5.0", FREE, "seat 17.3", "\u{7f}\t é"], "seat 17.3", "'\u{fffd}\u{fffd} Ã©'"),
        (&["r1", "", "seat 5.0"], "seat 5.0", "'(nothing)'"),
        (&["r1", "", "seat 5.0", " "], "seat 5.0", "' '"),
        (&["r1", " "], "head", "' '"),
    ] {
        let (code, message) = refusal(lines.join("\n").as_bytes());
        assert_eq!(code, Code::StoreFailed);
        assert_eq!(
            message,
            format!(
                "the record '{key}' is {record}, which this version cannot read: correct it, or use another space"
            )
        );
    }
}

/// The lines of a view.
fn lines_of(view: &View) -> Vec<String> {
    let head = view.head.as_ref().map_or(String::new(), Head::write);
    let mut lines = vec![view.generation.clone(), head];
    for (id, seat) in &view.seats {
        lines.extend([id.key(), seat.as_ref().map_or(String::new(), Seat::write)]);
    }
    lines
}

#[test]
fn a_view_whose_text_was_changed_is_refused_or_has_the_values_of_the_changed_text() {
    let text = ["r1", META, "seat 5.0", SEAT, "seat 6.3", "", "seat 17.0", FREE].join("\n");
    assert_eq!(lines_of(&view(&[&text])).join("\n"), text);
    let (mut refused, mut read) = (0, 0);
    for at in 0..text.len() {
        for byte in *b"\n -./0159=afms\x00\xff" {
            let (before, rest) = text.as_bytes().split_at(at);
            // A byte is replaced, inserted or removed.
            for changed in [
                [before, &[byte], &rest[1..]].concat(),
                [before, &[byte], rest].concat(),
                [before, &rest[1..]].concat(),
            ] {
                let Ok(view) = read_view(&changed, NOW) else {
                    assert_eq!(refusal(&changed).0, Code::StoreFailed);
                    refused += 1;
                    continue;
                };
                read += 1;
                let lines = lines_of(&view).join("\n");
                assert_eq!(lines.as_bytes(), changed, "{}", String::from_utf8_lossy(&changed));
            }
        }
    }
    assert!(refused > 1_000 && read > 1_000, "{refused} refused, {read} read");
}

#[test]
fn an_action_is_a_word_with_a_number_a_time_and_a_line_for_each_key() {
    let read = Action::Read(vec![id(5, 0), id(1_023, 63)]);
    let lists = Keys {
        seats: vec![id(5, 0)],
        lists: vec![ListId { first: 0, number: 1 }, ListId { first: 0, number: 2 }],
        counted: vec![id(6, 0), id(5, 0)],
    };
    for (action, word, time, text) in [
        (read, "read", u64::MAX, "seat 5.0\nseat 1023.63"),
        (Action::Read(Vec::new()), "read", u64::MAX, ""),
        (Action::ReadAll(Vec::new()), "read", u64::MAX, "head"),
        (Action::ReadAll(vec![id(5, 0), id(6, 1)]), "read", u64::MAX, "head\nseat 5.0\nseat 6.1"),
        (
            Action::ReadLists(Box::new(lists)),
            "read",
            u64::MAX,
            "seat 5.0\ncallers 0.1\ncallers 0.2\nseat 6.0\nseat 5.0",
        ),
        (Action::Done, "done", u64::MAX, ""),
        (Action::Wait(NOW), "wait", NOW, ""),
        (Action::Full(NOW + 1), "full", NOW + 1, ""),
        // No seat was read, so no time is known.
        (Action::Full(u64::MAX), "full", u64::MAX, ""),
        (Action::Lost, "lost", u64::MAX, ""),
        (Action::Mismatch(Mismatch::Layout), "error", u64::MAX, ""),
        (Action::Mismatch(Mismatch::Clock), "error", u64::MAX, ""),
    ] {
        assert!(WORDS.contains(&word));
        assert_eq!((action.word(), action.time(), &*action.write()), (word, time, text));
    }
}

#[test]
fn a_swap_is_written_as_its_key_and_the_new_record() {
    let change = Change::Seat { id: id(5, 2), previous: Some(seat(FREE)), next: seat(SEAT) };
    let of_seat = Swap { change, before: NOW };
    let text = format!("seat 5.2\n{SEAT}");
    assert_eq!(of_seat.write(), text);
    let action = Action::Swap(Box::new(of_seat));
    assert_eq!((action.word(), action.time(), action.write()), ("swap", NOW, text));

    let change = Change::List {
        id: ListId { first: 0, number: 1 },
        previous: None,
        next: List::read(LIST.as_bytes()).unwrap(),
    };
    assert_eq!(Swap { change, before: NOW }.write(), format!("callers 0.1\n{LIST}"));

    let of_head = Swap { change: Change::Head(head()), before: NOW + 2_000 };
    assert_eq!(of_head.write(), format!("head\n{META}"));
}

#[test]
fn a_space_is_described_with_the_time_from_which_all_its_sections_grant_seats() {
    let described = |head, generation: &str, now| {
        write_space(&View { now, generation: generation.to_owned(), head, seats: Vec::new() })
    };
    assert_eq!(described(None, "r1", NOW), "");
    let head = Head { since: NOW, skew: 1_000, age: 2_000, grace: 0, sections: sections(), ..head() };
    let lines = |grants_from: u64| {
        format!("{grants_from} 1000\n{}\n{}\n0 3 2 10000\n8 9 1 60000", head.generation, head.layout)
    };
    assert_eq!(described(Some(head.clone()), &head.generation, NOW + 5), lines(NOW + 63_000));
    // The store may have forgotten windows, and no lease has written that into the head yet.
    assert_eq!(described(Some(head.clone()), "another", NOW + 5), lines(NOW + 63_005));
    let migrated = Head { grace: 100_000, ..head.clone() };
    assert_eq!(described(Some(migrated), &head.generation, NOW), lines(NOW + 103_000));
}

/// Two sections, whose windows are 10 and 60 s long.
fn sections() -> Vec<Section> {
    vec![
        Section { first: 0, last: 3, shares: 2, window_ms: 10_000 },
        Section { first: 8, last: 9, shares: 1, window_ms: 60_000 },
    ]
}

#[test]
fn seats_that_were_taken_are_described_with_their_states() {
    let head = Head { skew: 1_000, age: 2_000, grace: 0, sections: sections(), ..head() };
    let taken = Seat { owner: Some(0x3c), from: NOW, until: NOW + 11_000, leased_to: None, holder: None };
    let callers = LeasedTo { caller: 0x5e, since: NOW - 7 };
    let seats = vec![
        (id(0, 1), Some(taken)),
        (id(1, 0), None),
        (id(1, 1), Some(Seat { until: NOW, ..taken })),
        (id(2, 0), Some(Seat { owner: None, ..taken })),
        // The caller of a server has given the seat back, and keeps it until the window ends.
        (id(2, 1), Some(Seat { owner: None, leased_to: Some(callers), ..taken })),
        // The window ends later than any window that could be granted now.
        (id(3, 0), Some(Seat { until: NOW + 11_001, ..taken })),
        // The windows of the seat's section are longer.
        (id(8, 0), Some(Seat { until: NOW + 11_001, ..taken })),
    ];
    let view = View { now: NOW, generation: head.generation.clone(), head: Some(head), seats };
    let until = NOW + 11_000;
    let expected = [
        format!("0 1 {NOW} {until} 0 1 000000000000003c -"),
        format!("1 1 {NOW} {NOW} 0 0 000000000000003c -"),
        format!("2 0 {NOW} {until} 0 0 - -"),
        format!("2 1 {NOW} {until} {} 1 - 000000000000005e", NOW - 7),
        format!("3 0 {NOW} {} 0 2 000000000000003c -", until + 1),
        format!("8 0 {NOW} {} 0 1 000000000000003c -", until + 1),
    ];
    assert_eq!(write_seats(&view).split('\n').collect::<Vec<_>>(), expected);
    assert_eq!(write_seats(&View { head: None, ..view }), "");
}

#[test]
fn the_keys_of_the_seats_of_a_space_are_found_among_others_and_counted_up() {
    let head = Head { sections: sections(), ..head() }.write();
    let text = [
        &*head,
        "seat 8.0",
        "head",
        "seat 3.1",
        "callers 0.1",
        "seat 3.2",
        "seat 4.0",
        "seat 0.0",
        "seat 8.1",
        "seat 03.0",
    ];
    assert_eq!(seats_among(text.join("\n").as_bytes()), "seat 8.0\nseat 3.1\nseat 0.0");
    assert_eq!(seats_among(head.as_bytes()), "");
    assert_eq!(seats_among(b"damaged\nseat 0.0"), "");
    let section = sections()[0];
    assert_eq!(section.keys(5, 2), "seat 2.1\nseat 3.0");
    assert_eq!(section.keys(7, 1_024), "seat 3.1");
    assert_eq!(section.keys(8, 1_024), "");
}

#[test]
fn terms_are_read_as_they_were_written() {
    let terms = Terms {
        layout: "time:42,sequence:12".to_owned(),
        section: Section { first: 0, last: 31, shares: 4, window_ms: 10_000 },
        skew: 1_000,
        age: 2_000,
        is_durable: true,
        given: String::new(),
        holder: None,
    };
    assert_eq!(terms.write(), TERMS);
    assert_eq!(Terms::read(TERMS.as_bytes()), Some(terms.clone()));
    let other = Terms { is_durable: false, skew: 0, ..terms };
    let text = "layout=time:42,sequence:12 skew=0 age=2000 durable=0 section=0-31/4/10000";
    assert_eq!(other.write(), text);
    assert_eq!(Terms::read(text.as_bytes()), Some(other.clone()));
    let held = Terms { holder: Some(Holder { host: 1, process: 0xFFFF_FFFF }), ..other };
    let text = format!("{text} holder=00000001ffffffff");
    assert_eq!(held.write(), text);
    assert_eq!(Terms::read(text.as_bytes()), Some(held.clone()));
    let given = Terms { given: " --worker-id=5 --process-id=3".to_owned(), ..held };
    let text = text.replace(" holder", " --worker-id=5 --process-id=3 holder");
    assert_eq!(given.write(), text);
    assert_eq!(Terms::read(text.as_bytes()), Some(given));
}

#[test]
fn terms_that_were_changed_in_any_way_are_not_read() {
    for (from, to) in [
        ("layout=", "Layout="),
        ("layout=time:42,sequence:12", "layout="),
        ("time:42,", "time:42, "),
        ("time:42,sequence:12 ", ""),
        (" skew=1000", ""),
        ("skew=1000 age=2000", "age=2000 skew=1000"),
        ("skew=1000", "skew=01000"),
        ("skew=1000", "skew=-1"),
        ("age=2000", "age=2e3"),
        ("age=2000", "age=9007199254740992"),
        (" durable=1", ""),
        ("durable=1", "durable=true"),
        ("durable=1", "durable="),
        ("durable=1", "durable=1 holder=0000000100000001"),
        ("/10000", "/10000 holder=00000001"),
        ("0-31", "31-0"),
        ("0-31", "0"),
        ("/4/", "/3/"),
        ("/4/", "/0/"),
        ("/10000", ""),
        ("/10000", "/10000,40-40/1/60000"),
        ("/10000", "/10000 "),
        ("/10000", "/10000 worker-id=5"),
        ("/10000", "/10000\n"),
    ] {
        assert_eq!(Terms::read(changed(TERMS, from, to).as_bytes()), None, "{from} -> {to}");
    }
    assert_eq!(Terms::read(b""), None);
    assert_eq!(Terms::read(META.as_bytes()), None);
}

#[test]
fn the_key_of_a_seat_that_was_changed_in_any_way_is_not_read() {
    assert_eq!(SeatId::read(b"seat 17.3"), Some(id(17, 3)));
    let largest = id((1 << 53) - 1, (1 << 53) - 1);
    assert_eq!(SeatId::read(largest.key().as_bytes()), Some(largest));
    for key in [
        "seat 17,3",
        "seat 17.",
        "seat .3",
        "seat17.3",
        "seat  17.3",
        "seat 17. 3",
        "seat 17.3.0",
        "seat 017.3",
        "seat 17.03",
        "seat +17.3",
        "seat 17.3\n",
        "seat 9007199254740992.0",
        "seat 0.9007199254740992",
        "SEAT 17.3",
        "seats 17.3",
        "17.3",
    ] {
        assert_eq!(SeatId::read(key.as_bytes()), None, "{key}");
    }
    assert_eq!(SeatId::read(b"seat 17.\xb3"), None);
}

#[test]
fn a_mismatch_names_the_value_of_the_space_and_that_of_the_lease() {
    let terms = Terms { skew: 999, age: 500, ..Terms::read(TERMS.as_bytes()).unwrap() };
    for (mismatch, code, expected) in [
        (
            Mismatch::Layout,
            Code::SpaceMismatch,
            "the space is for IDs with the layout time42, and this lease wants time:42,sequence:12: use another space",
        ),
        (
            Mismatch::Sections,
            Code::SpaceMismatch,
            "the space has the sections 0-31/4/10000, 40-40/1/60000 (nodes/shares/window in ms), and this lease wants 0-31/4/10000: give the same nodes, shares and window, or migrate the space: npx flakekit seats DIR --migrate FORMAT --epoch EPOCH --space SPACE --nodes 0-31 --shares 4 --window 10000 --clock-skew 999",
        ),
        (
            Mismatch::TooManySections,
            Code::SpaceMismatch,
            "the space has 2 sections (ranges of nodes), and its record has no room for 0-31/4/10000: give nodes that other leases have",
        ),
        (
            Mismatch::Skew,
            Code::SpaceMismatch,
            "the space has the clockSkew 1000 ms, and this lease wants 999 ms: give the same one, or migrate the space: npx flakekit seats DIR --migrate FORMAT --epoch EPOCH --space SPACE --nodes 0-31 --shares 4 --window 10000 --clock-skew 999",
        ),
        (
            Mismatch::Age,
            Code::SpaceMismatch,
            "the space was made with windows that allow 2000 ms from a decision to its write, and this lease allows 500 ms: give the window that other leases have, or migrate the space: npx flakekit seats DIR --migrate FORMAT --epoch EPOCH --space SPACE --nodes 0-31 --shares 4 --window 10000 --clock-skew 999",
        ),
        (
            Mismatch::Clock,
            Code::StoreFailed,
            "the store's clock reads 2026-09-21T14:13:19.000Z, and it has read 2026-09-21T14:13:20.000Z before: it was far ahead then, or is far behind now; correct it, or reset the space",
        ),
    ] {
        let error = mismatch.refuse(&terms, &head(), NOW - 1_000);
        assert_eq!((error.code(), error.message()), (code, expected));
    }
}
