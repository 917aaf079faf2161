// Makes the README of the package: npm shows it alone, so a link or picture must not need the repository's files.

/** A fenced block of code, or else a picture or a link with its text and its target. Code in a line has no links. */
const PARTS = /^```[^]*?^```$|`[^`\n]*`|(!?)\[((?:[^[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)/gm;

/**
 * The README as the package has it. Targets outside of the package become addresses in the repository. If that is unknown,
 * links become their texts, and paragraphs that are only a picture are left out.
 *
 * @param packed - the names of the package's files
 * @param repository - the address of the repository's files, such as `https://example.org/flakekit/blob/v1.2.3`
 */
export function packedReadme(text, packed, repository) {
  const isThere = (target) => /^(https?:|#)/.test(target) || packed.includes(target.replace(/#.*/, ""));
  return text
    .replace(PARTS, (all, picture, label, target) => {
      if (target === undefined || isThere(target)) return all;
      // GitHub answers with the file itself, not with a page that shows it.
      if (repository !== undefined) return `${picture}[${label}](${repository}/${target}${picture && "?raw=true"})`;
      return picture ? "" : label;
    })
    .replace(/\n{3,}/g, "\n\n");
}
