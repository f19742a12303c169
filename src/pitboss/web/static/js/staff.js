/* The pit's page: whenever a claim comes, is verified or is paid, it is shown anew. */

import { Feed } from "./feed.js";
import { tie } from "./line.js";

const shown = document.querySelector("main").dataset.claims;
const feed = new Feed();
tie(feed);
feed.on("lobby", ({ meters }) => {
  const claims = meters.flatMap((link) => link.claims.map((claim) => `${link.link}/${claim.claim}/${claim.is_verified ? "verified" : ""}`));
  if (claims.join(" ") !== shown) location.reload();
});
feed.watch("lobby");
