// The network of worker.mjs on workerd: a server that redirects.

import { answerRedirects } from "../programs/redirects.mjs";

export default { fetch: answerRedirects };
