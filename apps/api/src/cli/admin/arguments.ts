import { contentName, type ContentName } from '@terrace/contracts/content'
import { parseDecimal } from '@terrace/domain/money/money'
import { parseAuditQuery, type AuditQuery } from './audit.ts'
import { parseCatalogueCommand, type CatalogueCommand } from './catalogue.ts'
import { parseDataKeysCommand, type DataKeysCommand } from './data-keys.ts'
import { parseHomeCommand, type HomeContentCommand } from './home-content.ts'
import { parseOptions, type AdminValues } from './options.ts'
import { parseOrderCommand, type OrderCommand } from './orders.ts'

export const usage = `Usage: npm run admin -- <command>

  publish --event <id> --section <block> --quantity <n> --price <amount> [options]
                            publish a new listing
  relist <listing>          put a withdrawn listing back on sale
  reprice <listing> [--price <amount>] [--quantity <n>]
                            change the ticket price or the number of tickets
  withdraw <listing>        stop selling a listing; existing holds remain
  approve <username> [--unverified]
                            approve a pending account (--unverified: skip email verification)
  quote-origin <team id> <origin or none>
                            open this team's quotes on its own origin, such as https://tickets.example.com
  order <number>            show an order with its line ids
  deliver <order line> <file>… | --link <url> | --transfer <reference> | --tracking <number> [--ticket <n>]
                            deliver tickets: one file for all or one per ticket; --ticket delivers a single one
  cancel <order line or order number> --reason <text> [--relist | --delivered]
                            cancel and refund undelivered lines; the reason is shown to the buyer.
                            --relist sells the tickets again; --delivered also cancels delivered tickets,
                            which become invalid and are not relisted
  refund <refund> --retry | --paid-manually <how>
                            retry a failed refund, or record a manual payment, which is shown to the buyer;
                            \`order\` lists refunds
  audit [--account <username>] [--kind <kind>] [--ip-address <IP address>] [--since <day or 24h>] [--limit <n>] [--json]
                            show the security audit log: logins, sessions, passwords, approvals, limits
  data-keys                 list the keys that encrypt personal data, with what needs each
  data-keys give-up <number> [--confirm <number of values>]
                            start without a lost key: what it encrypted can never be read again
  catalogue competitions    list the competitions with their properties
  catalogue competition <slug> [--name <text>] [--sport <slug>] [--country-code <code>] [--title-style versus|at|own]
                            [--first-month <1-12>] [--season-naming "start year"|"both years"]
                            [--confirm-ahead-days <n>] [--named-after-venue yes|no] [--position <n>]
                            [--participants home-away|single|festival] [--duration-minutes <n>]
                            [--performer-scope <words>] [--source-names <a|b>] [--sport-name <text>]
                            [--sport-kind sport|genre] [--art-pattern <pattern>] [--sport-art-pattern <pattern>]
                            [--colours "#b4112a #7a0b1c"] [--featured yes|no]
                            add a competition (with --name and --sport), or change one
  catalogue names [<type or what they are for>]
                            list other names: nicknames, places, rivalries, keywords, sessions
  catalogue name add | remove <type> <what it is for> <name>
                            performer arsenal "The Gunners" · city milano Milan · rivalry "arsenal + chelsea" …
  catalogue list sports|competitions|seasons|performers|venues [<part of the name>]
  catalogue show <kind> <slug>
                            list entries, or show one with its names; a season is formula-1/2026
  catalogue add sport <name> [--kind sport|genre] [--art-pattern <pattern>] [--position <n>]
  catalogue add season <competition> <name>
  catalogue add performer <name> --competition <slug> | --kind artist [--country-code <code>] [--colours "#b4112a #7a0b1c"]
  catalogue add venue <name> --city <text> --country-code <code> --timezone <zone> --capacity <n> --kind <kind>
  catalogue edit sport | performer | venue <slug> [--name <text>] [the options of add]
                            change columns; the page of a performer or venue with a new name moves, its old address
                            redirects, and its matches are called by the new name
  catalogue enter | withdraw performer <slug> <season>
                            who takes part in every event of a season, such as formula-1/2027: drivers, or a line-up
  catalogue alias competition | performer | venue add | remove <slug> <name>
                            a name that imports match; it has one meaning
  catalogue merge performer | venue <from> <into>
                            make two entries one; refused when they meet or have events at the same time
  catalogue remove <kind> <slug>
                            remove an entry to which nothing refers
  catalogue proposals [list] [--file <name>]
                            list names that imports do not know, with the nearest known names
  catalogue proposals accept <number>… | --file <name> [--only performers|venues|events] [--name <text>]
                            [--kind <kind>] [--competition <slug>] [--city <text>] [--country-code <code>]
                            [--timezone <zone>] [--capacity <n>]
                            add the performers, venues or events, and load the rows that wait for them
  catalogue proposals merge <number> <slug or event number>
                            the name means something known
  catalogue proposals reject <number>… | --file <name>
                            the rows with these names never load
  catalogue profiles        list the profiles: how to read files of fixtures
  catalogue profile show <name> [--json] | confirm <name> | remove <name>
                            show a profile, allow imports with it, or delete it
  content set <page> <file> set the text of a page: terms or privacy. Plain text; # starts a heading, - a list item
  content reset <page>      restore the page's default text
  menu                      show the menu as buyers see it, with the entry names used below
  menu set <entry> [--title <text>] [--position <n>] [--parent <category or top>] [--hide] [--show]
                            rename, move or hide an entry, or add an event or venue to the menu
  menu reset <entry>        restore the catalogue's default
  banner                    list the banners of the home page
  banner add <entry> --title <text> [--text <text>] [--position <n>]
                            add a banner that links to the entry
  banner remove <number>    remove a banner

Options of publish:
  --row <name>              seat row; without it the seats are anywhere in the block
  --first-seat <n>          number of the first seat; the others follow
  --currency <code>         default: the seller's currency
  --seller <team id>        default: the first seller of the demo
  --delivery-type <type>    eTicket (default), mobile, mobile-link, paper, local-delivery, season-cards
  --split-type <type>       "No Preferences" (default), "Single Tickets", "Single Seats", "All Together",
                            "Avoid Leaving One Ticket", "Sell In Multiples"
  --multiple-sale-unit <n>  required with "Sell In Multiples"
  --quantity-limit <n>      maximum tickets per purchase
  --face-value <amount>     price printed on the ticket
  --in-hand-date <date>     default: today
  --external-id <text>      the seller's own reference
  --note <kind:text>        benefit, restriction or information; repeatable
  --general-admission, --hospitality, --instant-download, --hide-seats
  --delivery-details, --identification-details
                            required attendee details

Exit codes: 0 success · 1 rejected · 2 usage error`

export type AdminCommand =
  | { name: 'help' }
  | { name: 'usage-error'; reason: string }
  | { name: 'publish'; values: AdminValues }
  | { name: 'relist'; listingId: string }
  | { name: 'reprice'; listingId: string; priceMinor?: number | undefined; quantity?: number | undefined }
  | { name: 'withdraw'; listingId: string }
  | { name: 'approve'; username: string; isUnverifiedAllowed: boolean }
  | { name: 'quote-origin'; teamId: string; origin: string | null }
  | { name: 'audit'; request: AuditQuery }
  | { name: 'data-keys'; request: DataKeysCommand }
  | { name: 'catalogue'; request: CatalogueCommand }
  | { name: 'content-set'; page: ContentName; file: string }
  | { name: 'content-reset'; page: ContentName }
  | { name: 'home-content'; request: HomeContentCommand }
  | { name: 'orders'; request: OrderCommand }

/** Parses the command line, as far as possible without the database. */
export function parseAdmin(args: string[]): AdminCommand {
  if (args[0] === 'catalogue' && !args.includes('--help') && !args.includes('-h')) {
    const request = parseCatalogueCommand(args.slice(1))
    return typeof request === 'string' ? usageError(request) : { name: 'catalogue', request }
  }
  const parsed = parseOptions(args)
  if (typeof parsed === 'string') return { name: 'usage-error', reason: parsed }
  const { values, positionals } = parsed
  const [command, listingId, ...rest] = positionals
  if (values.help || command === undefined) return { name: 'help' }
  if (command === 'content') return parseContent(positionals.slice(1), values)
  if (command === 'menu' || command === 'banner') return parseHomeContent(positionals, values)
  if (['order', 'deliver', 'cancel', 'refund'].includes(command)) return parseOrders(positionals, values)
  if (command === 'data-keys') return parseDataKeys(positionals.slice(1), values)
  if (command === 'audit') return parseAudit(positionals.slice(1), values)
  if (command === 'approve') return parseApprove(positionals.slice(1), values)
  if (command === 'quote-origin') return parseQuoteOrigin(positionals.slice(1), values)
  if (!['publish', 'relist', 'reprice', 'withdraw'].includes(command))
    return usageError(`unknown command: ${command}`)
  if (command === 'publish') {
    const [surplus] = positionals.slice(1)
    return surplus === undefined ? { name: 'publish', values } : usageError(`unexpected argument: ${surplus}`)
  }
  if (rest.length > 0) return usageError(`unexpected argument: ${rest.join(' ')}`)
  if (listingId === undefined || !listingId.startsWith('lst_')) {
    return usageError(`${command} needs a listing id, such as lst_4fG7…`)
  }
  if (command === 'relist') return onlyWith([], values, { name: 'relist', listingId })
  if (command === 'withdraw') return onlyWith([], values, { name: 'withdraw', listingId })
  return parseReprice(listingId, values)
}

function parseApprove([username, ...rest]: string[], values: AdminValues): AdminCommand {
  if (username === undefined || rest.length > 0) return usageError('approve needs one username')
  return onlyWith(['unverified'], values, {
    name: 'approve',
    username,
    isUnverifiedAllowed: values.unverified ?? false,
  })
}

function parseQuoteOrigin([teamId, origin, ...rest]: string[], values: AdminValues): AdminCommand {
  if (teamId === undefined || origin === undefined || rest.length > 0)
    return usageError('quote-origin needs a team id and an origin, or none')
  return onlyWith([], values, {
    name: 'quote-origin',
    teamId,
    origin: origin === 'none' ? null : origin,
  })
}

function parseAudit(rest: string[], values: AdminValues): AdminCommand {
  if (rest.length > 0) return usageError(`audit accepts only options; unexpected argument: ${rest.join(' ')}`)
  const request = parseAuditQuery(values, new Date())
  if (typeof request === 'string') return usageError(request)
  return onlyWith(['account', 'kind', 'ip-address', 'since', 'limit', 'json'], values, {
    name: 'audit',
    request,
  })
}

function parseDataKeys(rest: string[], values: AdminValues): AdminCommand {
  const read = parseDataKeysCommand(rest, values)
  return typeof read === 'string'
    ? usageError(read)
    : onlyWith(read.options, values, { name: 'data-keys', request: read.request })
}

function parseOrders(positionals: string[], values: AdminValues): AdminCommand {
  const read = parseOrderCommand(positionals, values)
  return typeof read === 'string'
    ? usageError(read)
    : onlyWith(read.options, values, { name: 'orders', request: read.request })
}

function parseHomeContent(positionals: string[], values: AdminValues): AdminCommand {
  const read = parseHomeCommand(positionals, values)
  return typeof read === 'string'
    ? usageError(read)
    : onlyWith(read.options, values, { name: 'home-content', request: read.request })
}

function parseContent([verb, name, ...rest]: string[], values: AdminValues): AdminCommand {
  const page = contentName.safeParse(name)
  if (verb !== 'set' && verb !== 'reset') return usageError('content needs set or reset')
  if (!page.success) return usageError(`content ${verb} needs a page: ${contentName.options.join(' or ')}`)
  if (verb === 'reset') {
    if (rest.length > 0) return usageError(`unexpected argument: ${rest.join(' ')}`)
    return onlyWith([], values, { name: 'content-reset', page: page.data })
  }
  const [file, ...surplus] = rest
  if (file === undefined || surplus.length > 0) return usageError('content set needs one text file')
  return onlyWith([], values, { name: 'content-set', page: page.data, file })
}

function parseReprice(listingId: string, values: AdminValues): AdminCommand {
  if (values.price === undefined && values.quantity === undefined)
    return usageError('reprice needs --price or --quantity')
  const price = values.price === undefined ? undefined : parseDecimal(values.price, 2)
  if (price && !price.ok)
    return usageError('--price: must be an amount with at most two decimals, such as 85.00')
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
  return extra === undefined ? command : usageError(`unknown option: --${extra}`)
}

function usageError(reason: string): AdminCommand {
  return { name: 'usage-error', reason }
}
