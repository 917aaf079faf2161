// Opens a page in a browser with a profile on the disk.

import { withProfile } from "./profiles.mjs";
import { serve } from "./site.mjs";

/**
 * Opens a page in a new profile, in a private window if wanted. Resolves to its report, the paths that it loaded, and the
 * browser's version. It may take `patience` ms.
 */
export async function visitInProfile(startBrowser, folder, page, { headers, isPrivate, patience } = {}) {
  // Firefox asks for the icon of a page that comes back.
  const answers = { "/favicon.ico": () => null };
  const site = await serve(folder, headers, { answers, patience });
  try {
    return await withProfile(async (profile) => {
      const browser = await startBrowser(profile, [site.url + page], { isPrivate, onEnd: site.fail });
      try {
        return { report: await site.reported, complaints: [], served: site.served, version: browser.version };
      } finally {
        await browser.kill();
      }
    });
  } finally {
    site.close();
  }
}
