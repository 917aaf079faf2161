import type { LeaseStore } from "./store.js";

/**
 * A store in a directory of this host, for all processes of the host: clusters, process managers, several services,
 * restarts. It needs no server. It works in Node.js, Bun and Deno.
 *
 * Give all processes the same directory, which deployments and clean-ups must leave alone. The directory is created if
 * it is missing, with a subdirectory for each space. Nothing is read or written before the first use of the store.
 *
 * - **File system.** The file system must be local and have hard links, as ext4, XFS, Btrfs, ZFS, APFS and NTFS have.
 *   Linux tells the type of a file system: network, cluster and FUSE file systems, and directories of a virtual
 *   machine's host, are refused with `STORE_FAILED`. FUSE is refused because local and remote file systems of FUSE look
 *   alike; in a container, use a volume. On other systems, network file systems are not recognised; do not use them.
 * - **Clock.** The store's clock is the time that the file system gives to a new file, so processes with different
 *   clocks agree.
 * - **Durability.** A swap is on the disk before it succeeds: `durable` is true, and nobody waits in a new space.
 * - **Permissions.** New subdirectories have the mode of the directory, and new files have the mode of the process's
 *   umask. For processes of several users, give the directory to a common group with mode 2770, and let no umask take
 *   the right to read from the group. The directory must not have the sticky bit.
 * - **Time.** A swap writes all records of its space, about 80 bytes for each seat that was ever taken. Where a format
 *   has thousands of nodes, `nodes` keeps this short.
 *
 * **Copied and restored directories.** A state that was copied (as hard links too), unpacked from an archive or
 * restored from a backup has another generation, and claims wait until windows that this state does not know have
 * ended. Such a state is recognised by the inode numbers and times of creation of its file and its directory, and by a
 * mark (a modification time of 0) that a file gets, in all of its hard links, when another version replaces it. Where a
 * file system has no times of creation (ext4 with inodes of 128 bytes, and ext3), such a state is recognised by a later
 * change of the file. On these file systems, claims also wait after somebody has made hard links of the files.
 *
 * **Deleted directories.** If the directory or a space is deleted or replaced while leases run, the leases make no more
 * IDs: `next` throws `LEASE_EXPIRED`, and `nextAsync` throws `STORE_FAILED`, in all threads that have used the
 * directory, until it is back. A lease notices the deletion before it makes an ID: it looks at the directory if its
 * last look is 10 ms old (a look costs 2.4 us). A new process makes a new space after 30 ms, when all other processes
 * have looked. To go on, end the processes that have used the deleted directory, and start them again when the longest
 * window (option `window`, 10 s by default) has passed.
 *
 * **What is not covered.** In the cases below, two processes can make the same IDs. To prevent repeats, stop all
 * processes before, and start them again when the longest window has passed; or call `resetSpace` before any process
 * starts.
 * - A directory or a space that is deleted while leases run, if IDs lead the clock (`onExhausted: "lead"`), if a server
 *   leases from it for browsers (`handler`), or if the store is wrapped by a store of yours that has `read` and `swap`
 *   only. Such a lease goes on until its next attempt, for a third of its window. Directories in memory (tmpfs) are
 *   deleted by a restart of the host.
 * - Hard links of older files that are put back into their directory, where processes of several users share the
 *   directory: only a file's owner and the superuser can mark a file.
 * - Processes that use different directories: containers without a common volume, releases with a directory each, a
 *   copy beside the original.
 * - A clone, snapshot or image of a whole disk or virtual machine that is restored: its files look unchanged. A process
 *   that saw a newer state fails with `STORE_FAILED`; a new process can't know.
 *
 * Errors of `read` and `swap` are `STORE_FAILED` with the system's error as their `cause`: the directory can't be
 * created, read or written, the disk is full, too many files are open, a file is damaged, or too many processes write
 * at once. After such an error nothing is changed, unless the message says that the swap may have been made. Once the
 * cause is mended, the store works again.
 *
 * @param directory - a path, relative to the current directory, or a `URL` object with `file:`
 * @throws FlakeError `INVALID_OPTION` if `directory` is neither a path nor such a URL
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { file } from "flakekit/lease/file";
 *
 * const ids = await lease(discord, { store: file("./leases") });
 * ```
 */
export function file(directory: string | { readonly protocol: string; readonly href: string }): LeaseStore;
