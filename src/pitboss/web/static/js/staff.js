/* The pit's page: whenever a claim comes, is verified or is paid, or a table stands still or goes on, it is shown anew. */

import { Feed } from "./feed.js";
import { tie } from "./line.js";

const shown = document.querySelector("main").dataset.watched;
const feed = new Feed();
tie(feed);
feed.on("lobby", ({ meters, tables }) => {
  const claims = meters.flatMap((link) => link.claims.map((claim) => `${link.link}/${claim.claim}/${claim.is_verified ? "verified" : ""}`));
  const halted = tables.filter((table) => table.stage === "halted").map((table) => `${table.table}/halted`);
  const still = tables.filter((table) => table.is_still).map((table) => `${table.table}/still`);
  if ([...claims, ...halted, ...still].join(" ") !== shown) location.reload();
});
// Once the session is over the page shows no more of the pit, even if it is not touched.
feed.on("welcome", ({ staff }) => staff || location.reload());
feed.watch("lobby");
