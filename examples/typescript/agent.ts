// An agent in TypeScript: scans, orders a rehearsal, relays what its human must do, and fetches the final.
// Types come from the service itself: npx openapi-typescript http://localhost:8000/v1/openapi.json -o schema.d.ts
import type { components, paths } from "./schema";

type Order = components["schemas"]["Order"];
type Problem = components["schemas"]["ProblemDetails"];
type OrderRequest = components["schemas"]["OrderRequest"];
type Placed = paths["/v1/cold-read-requests"]["post"]["responses"]["201"]["content"]["application/json"];
type Scan = paths["/v1/scan"]["post"]["responses"]["200"]["content"]["application/json"];

const isClosed = (order: Order) => order.next_action === "review_complete" || order.next_action === "request_closed";

class Refused extends Error {
  readonly problem: Problem; // branch on its `type`
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.type}: ${problem.detail ?? problem.title}`);
    this.problem = problem;
  }
}

async function call<T>(url: string, init?: RequestInit): Promise<{ body: T; headers: Headers; status: number }> {
  const answer = await fetch(url, init);
  if (answer.status >= 400) throw new Refused((await answer.json()) as Problem);
  const body = (answer.status === 304 ? undefined : await answer.json()) as T;
  return { body, headers: answer.headers, status: answer.status };
}

function posted(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } };
}

// Yields the order now and after each change; the service holds each request until there is one.
async function* follow(url: string): AsyncGenerator<Order> {
  let etag: string | null = null;
  for (;;) {
    const headers: Record<string, string> = etag ? { Prefer: "wait=30", "If-None-Match": etag } : {};
    const { body, headers: came, status } = await call<Order>(url, { headers });
    if (status !== 304) {
      etag = came.get("etag");
      yield body;
      if (isClosed(body)) return;
    }
  }
}

export async function main(service: string, url: string): Promise<Order["status"]> {
  const scan = await call<Scan>(`${service}/v1/scan`, posted({ url, primary_goal: "book_call" }));
  console.log("scan:", scan.body.chat_summary);
  const wish: OrderRequest = {
    url,
    goal: "More booked calls",
    audience: "Owners of small bakeries",
    contact_email: "buyer@example.com",
    client: { type: "agent", name: "typescript example" },
    sandbox: true,
  };
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const placed = await call<Placed>(`${service}/v1/cold-read-requests`, posted(wish, key));
  let last: Order["status"] = placed.body.status;
  for await (const order of follow(placed.body.status_url)) {
    last = order.status;
    if (order.next_action === "complete_billing") console.log("please pay:", order.pay_url);
    else if (order.waits_for.why === "question") {
      console.log("the reviewer asks:", order.question);
      await call(`${service}/v1/orders/${order.order_id}/info`, posted({ message: "Bakers in Lund." }));
    } else if (order.final_url) console.log("delivered:", await (await fetch(order.final_url)).text());
    else console.log(`${order.status}: ${order.next_action}`);
  }
  return last;
}
