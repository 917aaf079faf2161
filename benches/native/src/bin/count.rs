//! Repeats one piece of work for a tool that counts instructions: `count <name> <times>`. Without arguments, it prints
//! all names.

use std::env::args;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Ok(works) = flakekit_native::works() else { return ExitCode::FAILURE };
    let given: Vec<_> = args().skip(1).collect();
    let [name, times] = &given[..] else {
        for (name, _) in works {
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    };
    let found = works.into_iter().find(|(known, _)| known == name);
    let (Some((_, mut work)), Ok(times)) = (found, times.parse()) else { return ExitCode::FAILURE };
    work(times);
    ExitCode::SUCCESS
}
