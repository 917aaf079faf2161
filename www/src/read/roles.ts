// The roles of the IDs of a link.

/** Links with several IDs, and the role of each ID, in order. */
const LINKS: readonly { link: RegExp; names: readonly string[] }[] = [
  { link: /discord(?:app)?\.com\/channels\/@me\/\d+\/\d+/, names: ["channel", "message"] },
  { link: /discord(?:app)?\.com\/channels\/@me\/\d+/, names: ["channel"] },
  { link: /discord(?:app)?\.com\/channels\/\d+(?:\/\d+){0,2}/, names: ["server", "channel", "message"] },
];

/** The name of each ID of a link; no names if the page does not know links of this form. */
export const rolesIn = (text: string): readonly string[] => LINKS.find(({ link }) => link.test(text))?.names ?? [];
