import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import pg from 'pg'

/** Listings of each event that the browser benchmarks open. */
export const listings = 5000

/** Two events of different teams in the two largest venues. */
const eventsWithBlocks = `
  select distinct on (v.capacity, v.id) e.id from events e
  join venues v on v.id = e.venue_id join seating_plans p on p.venue_id = v.id
  where e.starts_at > now() + interval '30 days' and e.status = 'scheduled' and v.kind = 'bowl'
  order by v.capacity desc, v.id, e.id limit 2`

const listingsOnBlocks = `
  insert into listings (id, event_id, seller_team_id, category_id, section, "row", first_seat, last_seat, ticket_type,
    split_type, quantity, price_minor, currency, in_hand_date, hospitality, notes, is_demo, created_at)
  select 'lst_bench' || e.id || 'x' || n, e.id, s.id, c.id, b.block ->> 'name',
    (1 + n % 40)::text, n, n + n % 6,
    (array['eTicket', 'mobile', 'mobile-link', 'paper', 'local-delivery', 'season-cards'])[1 + n % 6],
    (array['No Preferences', 'Avoid Leaving One Ticket', 'All Together', 'Single Tickets'])[1 + n % 4],
    1 + n % 6, 6000 + n * 7919 % 60000, 'GBP', current_date + n % 30 - 8, n % 11 = 0,
    '[{"kind": "benefit", "text": "Padded seats"}, {"kind": "restriction", "text": "Home supporters only"}]',
    true, now() - interval '3 days'
  from events e
  join seating_plans p on p.venue_id = e.venue_id
  cross join generate_series(1, $2::integer) n
  cross join lateral (select p.plan -> 'blocks' -> (n * 31 % jsonb_array_length(p.plan -> 'blocks')) as block) b
  cross join jsonb_array_elements(p.plan -> 'categories') k
  join seating_categories c on c.venue_id = e.venue_id and c.name = k ->> 'name' and k ->> 'key' = b.block ->> 'category'
  cross join (select team_id as id from accounts where role = 'seller' order by team_id limit 1) s
  where e.id = any($1::integer[])`

/** The demo catalogue with seating plans, a logged-in buyer, and two events with listings of every kind. */
export async function seedMarketplace(databaseUrl: string): Promise<{ token: string; eventIds: number[] }> {
  const seed = join(import.meta.dirname, '../apps/api/src/cli/seed.ts')
  await promisify(execFile)(process.execPath, [seed, '--listings', '500'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    maxBuffer: 16_777_216,
  })
  const token = randomBytes(32).toString('base64url')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into sessions (id, account_id, token_hash)
       select 'ses_bench', id, $1 from accounts where username = 'buyer'`,
      [createHash('sha256').update(token).digest()],
    )
    const events = await client.query<{ id: number }>(eventsWithBlocks)
    const eventIds = events.rows.map((row) => row.id)
    await client.query(listingsOnBlocks, [eventIds, listings])
    await client.query('vacuum analyze')
    return { token, eventIds }
  } finally {
    await client.end()
  }
}

export interface Site {
  browser: Browser
  origin: string
  token: string
}

/** A new browser context with an empty cache. `user`: what the login response says about a user who is no buyer. */
export async function logIn({ browser, origin, token }: Site, user: object = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
  })
  const cookie = (name: string, value: unknown) => ({
    name,
    value: encodeURIComponent(JSON.stringify(value)),
    url: origin,
  })
  await context.addCookies([
    cookie('authTokens', token),
    cookie('authData', { firstname: 'Jo', lastname: 'Marsh', ...user }),
  ])
  return context
}

export async function openEvent(site: Site, context: BrowserContext, event: number): Promise<Page> {
  const page = await context.newPage()
  await page.goto(eventUrl(site, event))
  await page.locator('[data-listing]').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

export function eventUrl({ origin }: Site, event: number): string {
  return `${origin}/tickets/home-v-away/${event}`
}
