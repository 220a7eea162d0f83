import { contentName, type ContentName } from '@terrace/contracts/content'
import { parseDecimal } from '@terrace/domain/money'
import { readAuditWish, type AuditWish } from './admin-audit.ts'
import { readCurateWish, type CurateWish } from './admin-curate.ts'
import { parseOptions, type AdminValues } from './admin-options.ts'
import { readOrdersWish, type OrdersWish } from './admin-orders.ts'
import { readSandboxBankWish, type SandboxBankWish } from './admin-sandbox-bank.ts'
import { readUnmatchedWish, type UnmatchedWish } from './admin-unmatched.ts'

export const usage = `Usage: npm run admin -- <command>

  publish --event <id> --section <block> --quantity <n> --price <amount> [options]
                            puts tickets on sale
  publish <listing>         puts a withdrawn listing back on sale
  reprice <listing> [--price <amount>] [--quantity <n>]
                            changes the price of one ticket, or how many there are
  withdraw <listing>        takes a listing off sale; what is held stays held
  approve <username> [--unverified]
                            lets a new account in, once its email address is confirmed; with --unverified before
  quote-origin <team id> <origin or none>
                            shows this team's quotes on an origin of its own, such as https://tickets.example.com
  order <number>            shows the lines of an order, with their ids
  deliver <order line> <file>… | --link <url> | --transfer <reference> | --tracking <number> [--ticket <n>]
                            delivers tickets: one file for all of them or one for each; --ticket for one of several
  cancel <order line or order number> --reason <text> [--back-on-sale | --delivered]
                            cancels what is not delivered and pays it back; the buyer reads the reason.
                            --delivered takes what is delivered too: it is good no more, and is not sold again
  refund <refund> --retry | --paid-otherwise <how>
                            tends a refund that failed, which \`order\` shows: asks the provider once more, or books that it
                            was paid without it; the buyer reads how
  sandbox-bank <refund> succeeded | failed
  sandbox-bank <dispute> won | lost
                            has the sandbox's bank decide what a real one decides days later, for trying it out; \`order\` shows
                            the provider's names of refunds (re_…) and disputes (dp_…)
  audit [--account <username>] [--kind <kind>] [--address <address>] [--since <day or 24h>] [--limit <n>] [--json]
                            reads what concerned security: logins, sessions, passwords, approvals, limits
  unmatched [list] [--dismissed]
                            shows the imported events whose names are not known
  unmatched match <row> --event <id> | --team <slug> | --artist <slug> | --venue <slug> | --category <slug> | --new
                            says what is meant, now and from now on; --name <text> where a row has several unknown names
  unmatched dismiss <row>…  takes rows off the list for good
  content set <page> <file> puts your text on the page: terms or privacy. Plain text; # begins a heading, - a list item
  content clear <page>      brings the page's first text back
  menu                      shows the menu as buyers see it; <entry> below is written as it stands there
  menu set <entry> [--title <text>] [--position <n>] [--under <category or top>] [--hide] [--show]
                            renames, moves, hides an entry, or puts an event or venue into the menu
  menu reset <entry>        lets it be again as the catalogue has it
  banner                    lists the banners of the home page
  banner add <entry> --title <text> [--text <text>] [--position <n>]
                            puts up a banner that leads there
  banner remove <number>    takes it down

Options of publish:
  --row <name>              without one the seats are anywhere in the block
  --first-seat <n>          the seats run on from here
  --currency <code>         by default the seller's own
  --seller <team id>        by default the first seller of the demo
  --ticket-type <type>      eTicket (default), mobile, mobile-link, paper, local-delivery, season-cards
  --split-type <type>       "No Preferences" (default), "Single Tickets", "Single Seats", "All Together",
                            "Avoid Leaving One Ticket", "Sell In Multiples"
  --multiple-sale-unit <n>  with "Sell In Multiples"
  --quantity-limit <n>      the most that may be bought at once
  --face-value <amount>     what is printed on the ticket
  --in-hand-date <date>     by default today
  --external-id <text>      the seller's own number
  --note <kind:text>        benefit, restriction or information; may be repeated
  --general-admission, --hospitality, --instant-download, --hide-seats
  --delivery-details, --identification-details
                            what is asked of those who attend

Exit code: 0 done · 1 refused, and why · 2 not understood`

export type AdminCommand =
  | { name: 'help' }
  | { name: 'refused'; reason: string }
  | { name: 'publish-new'; values: AdminValues }
  | { name: 'publish-again'; listingId: string }
  | { name: 'reprice'; listingId: string; priceMinor?: number | undefined; quantity?: number | undefined }
  | { name: 'withdraw'; listingId: string }
  | { name: 'approve'; username: string; isUnverifiedAllowed: boolean }
  | { name: 'quote-origin'; teamId: string; origin: string | null }
  | { name: 'audit'; wish: AuditWish }
  | { name: 'unmatched'; wish: UnmatchedWish }
  | { name: 'content-set'; page: ContentName; file: string }
  | { name: 'content-clear'; page: ContentName }
  | { name: 'curate'; wish: CurateWish }
  | { name: 'orders'; wish: OrdersWish }
  | { name: 'sandbox-bank'; wish: SandboxBankWish }

/** What the command line asks for, as far as that can be told without the database. */
export function parseAdmin(args: string[]): AdminCommand {
  if (args[0] === 'unmatched' && !args.includes('--help') && !args.includes('-h')) {
    const wish = readUnmatchedWish(args.slice(1))
    return typeof wish === 'string' ? refused(wish) : { name: 'unmatched', wish }
  }
  const parsed = parseOptions(args)
  if (typeof parsed === 'string') return { name: 'refused', reason: parsed }
  const { values, positionals } = parsed
  const [command, listingId, ...rest] = positionals
  if (values.help || command === undefined) return { name: 'help' }
  if (command === 'content') return parseContent(positionals.slice(1), values)
  if (command === 'menu' || command === 'banner') return parseCurate(positionals, values)
  if (['order', 'deliver', 'cancel', 'refund'].includes(command)) return parseOrders(positionals, values)
  if (command === 'sandbox-bank') return parseSandboxBank(positionals.slice(1), values)
  if (command === 'audit') return parseAudit(positionals.slice(1), values)
  if (command === 'approve') return parseApprove(positionals.slice(1), values)
  if (command === 'quote-origin') return parseQuoteOrigin(positionals.slice(1), values)
  if (!['publish', 'reprice', 'withdraw'].includes(command))
    return refused(`There is no command "${command}"`)
  if (rest.length > 0) return refused(`One listing at a time: ${rest.join(' ')} is too much`)
  if (command === 'publish' && listingId === undefined) return { name: 'publish-new', values }
  if (listingId === undefined || !listingId.startsWith('lst_')) {
    return refused(`${command} needs the id of a listing, such as lst_4fG7…`)
  }
  if (command === 'publish') return onlyWith([], values, { name: 'publish-again', listingId })
  if (command === 'withdraw') return onlyWith([], values, { name: 'withdraw', listingId })
  return parseReprice(listingId, values)
}

function parseApprove([username, ...rest]: string[], values: AdminValues): AdminCommand {
  if (username === undefined || rest.length > 0) return refused('approve needs one username')
  return onlyWith(['unverified'], values, {
    name: 'approve',
    username,
    isUnverifiedAllowed: values.unverified ?? false,
  })
}

function parseQuoteOrigin([teamId, origin, ...rest]: string[], values: AdminValues): AdminCommand {
  if (teamId === undefined || origin === undefined || rest.length > 0)
    return refused('quote-origin needs the id of a team and an origin, or none')
  return onlyWith([], values, {
    name: 'quote-origin',
    teamId,
    origin: origin === 'none' ? null : origin,
  })
}

function parseAudit(rest: string[], values: AdminValues): AdminCommand {
  if (rest.length > 0) return refused(`audit takes options only: ${rest.join(' ')} is too much`)
  const wish = readAuditWish(values, new Date())
  if (typeof wish === 'string') return refused(wish)
  return onlyWith(['account', 'kind', 'address', 'since', 'limit', 'json'], values, { name: 'audit', wish })
}

function parseOrders(positionals: string[], values: AdminValues): AdminCommand {
  const read = readOrdersWish(positionals, values)
  return typeof read === 'string'
    ? refused(read)
    : onlyWith(read.options, values, { name: 'orders', wish: read.wish })
}

function parseSandboxBank(rest: string[], values: AdminValues): AdminCommand {
  const wish = readSandboxBankWish(rest)
  return typeof wish === 'string' ? refused(wish) : onlyWith([], values, { name: 'sandbox-bank', wish })
}

function parseCurate(positionals: string[], values: AdminValues): AdminCommand {
  const read = readCurateWish(positionals, values)
  return typeof read === 'string'
    ? refused(read)
    : onlyWith(read.options, values, { name: 'curate', wish: read.wish })
}

function parseContent([verb, name, ...rest]: string[], values: AdminValues): AdminCommand {
  const page = contentName.safeParse(name)
  if (verb !== 'set' && verb !== 'clear') return refused('content is followed by set or clear')
  if (!page.success) return refused(`content ${verb} needs a page: ${contentName.options.join(' or ')}`)
  if (verb === 'clear') {
    if (rest.length > 0) return refused(`content clear takes no file: ${rest.join(' ')} is too much`)
    return onlyWith([], values, { name: 'content-clear', page: page.data })
  }
  const [file, ...more] = rest
  if (file === undefined || more.length > 0) return refused('content set needs one file with the text')
  return onlyWith([], values, { name: 'content-set', page: page.data, file })
}

function parseReprice(listingId: string, values: AdminValues): AdminCommand {
  if (values.price === undefined && values.quantity === undefined)
    return refused('reprice needs --price or --quantity')
  const price = values.price === undefined ? undefined : parseDecimal(values.price, 2)
  if (price && !price.ok)
    return refused('--price: must be an amount with at most two decimals, such as 85.00')
  const quantity = values.quantity === undefined ? undefined : Number(values.quantity)
  return onlyWith(['price', 'quantity'], values, {
    name: 'reprice',
    listingId,
    priceMinor: price?.minor,
    quantity,
  })
}

function onlyWith(allowed: readonly string[], values: AdminValues, command: AdminCommand): AdminCommand {
  const extra = Object.keys(values).find((name) => !allowed.includes(name))
  return extra === undefined ? command : refused(`--${extra} has no meaning here`)
}

function refused(reason: string): AdminCommand {
  return { name: 'refused', reason }
}
