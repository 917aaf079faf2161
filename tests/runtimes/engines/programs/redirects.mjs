// A server that redirects, and a lease that asks it: no redirect is followed, in any runtime.

const STATUSES = [301, 302, 303, 307, 308];

/** The requests that have followed a redirect. */
const followed = [];

/**
 * Answers requests: paths such as `/301` with a redirect, `/followed` with the requests that have followed a redirect.
 */
export async function answerRedirects(request) {
  const { pathname } = new URL(request.url);
  const status = Number(pathname.slice(1));
  if (STATUSES.includes(status)) return new Response(null, { status, headers: { location: "/moved" } });
  if (pathname === "/moved") followed.push([request.method, request.headers.get("authorization")]);
  return Response.json(followed);
}

/** Throws if a lease follows a redirect of the server at an origin, which answers with `answerRedirects`. */
export async function checkRedirects(discord, lease, http, origin) {
  for (const status of STATUSES) {
    const store = http(`${origin}/${status}`, { headers: { authorization: "ada" } });
    const refused = await lease(discord, { store }).catch(({ code, message }) => `${code}: ${message}`);
    if (!`${refused}`.startsWith(`STORE_FAILED: ${origin}/${status} answered ${status}, a redirect to /moved;`)) {
      throw new Error(`a redirect with ${status} was no error: ${refused}`);
    }
  }
  const requests = await (await fetch(`${origin}/followed`)).json();
  if (requests.length > 0) throw new Error(`redirects were followed: ${JSON.stringify(requests)}`);
}
