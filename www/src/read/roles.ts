// What the IDs of a link stand for.

/** Links with several IDs, and what each one is, in order. */
const LINKS: readonly { link: RegExp; names: readonly string[] }[] = [
  { link: /discord(?:app)?\.com\/channels\/@me\/\d+\/\d+/, names: ["channel", "message"] },
  { link: /discord(?:app)?\.com\/channels\/@me\/\d+/, names: ["channel"] },
  { link: /discord(?:app)?\.com\/channels\/\d+(?:\/\d+){0,2}/, names: ["server", "channel", "message"] },
];

/** The name of each ID of a link; none if the page does not know such links. */
export const rolesIn = (text: string): readonly string[] => LINKS.find(({ link }) => link.test(text))?.names ?? [];
