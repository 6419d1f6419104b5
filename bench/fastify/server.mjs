// The polled read and the create in fastify + better-sqlite3: same tables, same rows, same headers, one log line each.
// Usage: node server.mjs PORT DATABASE
import { createHash, randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import Fastify from "fastify";

const [port, file] = process.argv.slice(2);
const db = new Database(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("foreign_keys = ON");

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, Retry-After, Location, ETag, " +
    "WWW-Authenticate, Payment-Receipt, Idempotency-Replayed, X-Request-Id, Deprecation, Sunset, Link",
};
const reads = { start: 0, counts: new Map() };
const app = Fastify({
  logger: { level: "info", base: null },
  genReqId: () => randomBytes(12).toString("base64url"),
  bodyLimit: 6 * 1024 * 1024,
  keepAliveTimeout: 75_000,
});

app.addHook("onSend", async (request, reply) => {
  reply.headers(ALWAYS);
  reply.header("x-request-id", request.id);
});

function limits(name, most, used, window) {
  const now = Math.floor(Date.now() / 1000);
  return {
    "ratelimit-limit": most,
    "ratelimit-remaining": Math.max(0, most - used),
    "ratelimit-reset": window - (now % window),
    "ratelimit-policy": `${most};w=${window}`,
  };
}

function countRead(ip) {
  const start = Math.floor(Date.now() / 60_000);
  if (start !== reads.start) {
    reads.start = start;
    reads.counts = new Map();
  }
  const used = (reads.counts.get(ip) ?? 0) + 1;
  reads.counts.set(ip, used);
  return limits("reads", 100_000_000, used, 60);
}

const view = db.prepare("SELECT etag, build, fresh_until, body FROM order_views WHERE order_id = ?");
app.get("/v1/orders/:id", (request, reply) => {
  const row = view.get(request.params.id);
  if (!row || Date.now() * 1000 >= row.fresh_until) return reply.code(404).send({ status: 404 });
  reply.headers(countRead(request.ip)).header("etag", row.etag).header("cache-control", "private, max-age=15");
  if (request.headers["if-none-match"] === row.etag) return reply.code(304).send();
  return reply.type("application/json").send(row.body);
});

const text = (minLength, maxLength) => ({ type: "string", minLength, maxLength });
const body = {
  type: "object",
  required: ["url", "goal", "audience", "contact_email"],
  properties: {
    url: { type: "string", format: "uri", maxLength: 2048 },
    goal: text(5, 240),
    audience: text(5, 240),
    contact_email: { type: "string", format: "email", maxLength: 254 },
    constraints: text(5, 2000),
    primary_goal: { enum: ["book_call", "paid_signup", "newsletter", "demo", "other"] },
    pain_point: text(0, 280),
    competitors: { type: "array", maxItems: 3, items: { type: "string", format: "uri" } },
    notes: text(0, 500),
    html: text(0, 200_000),
    jsx: text(0, 200_000),
    repo_url: { type: "string", format: "uri", maxLength: 300 },
    repo_format: text(0, 50),
    billing_method_preference: { enum: ["umbrella_invoice", "mobile_payment", "undecided"] },
    agent_name: text(0, 100),
    agent_on_behalf_of: text(0, 200),
  },
};

const columns = db.pragma("table_info(orders)").map((column) => column.name);
const insertOrder = db.prepare(
  `INSERT INTO orders (${columns.join(", ")}) VALUES (${columns.map((name) => "@" + name).join(", ")})`,
);
const empty = Object.fromEntries(columns.map((name) => [name, null]));
const taken = db.prepare("SELECT id FROM orders WHERE id = ?");
const insertEvent = db.prepare(
  "INSERT INTO order_events (order_id, at, actor, to_status) VALUES (?, ?, 'api', 'submitted')",
);
const insertView = db.prepare(
  "INSERT INTO order_views (order_id, build, etag, fresh_until, body) VALUES (?, ?, ?, ?, ?) " +
    "ON CONFLICT (order_id) DO UPDATE SET build = excluded.build, etag = excluded.etag, " +
    "fresh_until = excluded.fresh_until, body = excluded.body",
);
const findKey = db.prepare(
  "SELECT created_at, fingerprint, status, body, location FROM idempotency_keys WHERE scope = ? AND key = ?",
);
const insertKey = db.prepare(
  'INSERT INTO idempotency_keys (scope, "key", fingerprint, status, body, location, created_at) ' +
    "VALUES ('cold-read-requests', ?, ?, 201, ?, ?, ?)",
);
const count = db.prepare(
  "INSERT INTO counters (limit_name, subject, window_start, used) VALUES ('create', ?, ?, 1) " +
    "ON CONFLICT (limit_name, subject, window_start) DO UPDATE SET used = used + 1 WHERE used < 100000000 RETURNING used",
);

function canonical(value) {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, canonical(value[key])]));
}

function newId() {
  for (;;) {
    const id = "INV-" + Array.from(randomBytes(8), (byte) => BASE58[byte % 58]).join("");
    if (!taken.get(id)) return id;
  }
}

// As long as the stored answer of ours: what is compared is the work, not the length.
const base = `http://127.0.0.1:${port}`;
const STATES = ["submitted", "reviewing", "needs_info", "accepted", "billing_pending", "paid", "in_progress",
  "delivered", "rejected", "expired", "draft", "final"];
function projection(order, asked, at) {
  return {
    order_id: order.id, service: "cold_read", status: order.status, substatus: null, next_action: "wait_for_review",
    human_handoff: true, human_action_required: false, a2a_task_state: null, ...asked,
    amount: 3900, currency: "SEK",
    price: { net: 3900, vat_rate: 25, vat: 975, total: 4875, currency: "SEK", terms_days: 14, reverse_charge: false },
    billing_status: "not_started", external_reference: null, delivery_status: "not_started", pay_url: null,
    draft_url: null, final_url: null, diff_url: null, delivery_url: null, rescan_used: false,
    rescan_url: `${base}/v1/orders/${order.id}/rescan`,
    stages: Object.fromEntries(STATES.map((name) => [name, { state: "pending", at: null, count: 0 }])),
    source: "agent", language: "en", poll_interval_sec: 60, created_at: at, updated_at: at, reviewed_at: null,
    accepted_at: null, rejected_at: null, billing_pending_at: null, paid_at: null, in_progress_at: null,
    delivered_at: null, expires_at: at,
    _links: {
      self: { href: `${base}/v1/orders/${order.id}`, method: "GET", title: "This order" },
      status_page: { href: `${base}/o/${order.id}`, method: "GET", title: "This order, for people" },
    },
  };
}

const create = db.transaction((key, fingerprint, asked, ip) => {
  const earlier = key && findKey.get("cold-read-requests", key);
  if (earlier) return { answer: earlier.body, location: earlier.location, used: 0 };
  const now = Date.now() * 1000;
  const at = new Date().toISOString();
  const order = { ...empty, id: newId(), status: "submitted", source: "agent", language: "en",
    contact_email: asked.contact_email, request: JSON.stringify(asked), billing_status: "not_started",
    delivery_status: "not_started", rescan_used: 0, sandbox: 0, created_at: now, updated_at: now,
    expires_at: now + 7 * 86_400_000_000 };
  insertOrder.run(order);
  insertEvent.run(order.id, now);
  const shown = Buffer.from(JSON.stringify(projection(order, asked, at)));
  const tag = createHash("sha256").update(shown).digest("hex").slice(0, 32);
  insertView.run(order.id, "bench", `"${tag}"`, order.expires_at, shown);
  const location = `${base}/v1/orders/${order.id}`;
  const answer = Buffer.from(JSON.stringify({
    order_id: order.id, service: "cold_read", status: "submitted", next_action: "wait_for_review",
    message: "Thank you. A person looks at the request first; poll this order.", amount: 3900, currency: "SEK",
    poll_interval_sec: 60, created_at: at, expires_at: at, status_url: location,
    _links: { self: { href: location, method: "GET", title: "This order" } },
  }));
  if (key) insertKey.run(key, fingerprint, answer, location, now);
  const { used } = count.get(ip, now - (now % 3_600_000_000));
  return { answer, location, used };
});

app.post("/v1/cold-read-requests", { schema: { body } }, (request, reply) => {
  const fingerprint = createHash("sha256").update(JSON.stringify(canonical(request.body))).digest("hex");
  const { answer, location, used } = create.immediate(
    request.headers["idempotency-key"], fingerprint, request.body, request.ip,
  );
  reply.headers(limits("create", 100_000_000, used, 3600));
  return reply.code(201).header("location", location).header("cache-control", "no-store")
    .type("application/json").send(answer);
});

await app.listen({ port: Number(port), host: "127.0.0.1", backlog: 2048 });
