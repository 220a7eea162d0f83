import { contentName, type ContentName } from '@terrace/contracts/content'
import { parseDecimal } from '@terrace/domain/money/money'
import { parseAccountCommand, type AccountCommand } from './accounts.ts'
import { parseAuditQuery, type AuditQuery } from './audit.ts'
import { parseCatalogueCommand, type CatalogueCommand } from './catalogue.ts'
import { parseDataKeysCommand, type DataKeysCommand } from './data-keys.ts'
import { parseEventNames, parseEventRequests, type EventRequestCommand } from './event-requests.ts'
import { parseHomeCommand, type HomeContentCommand } from './home-content.ts'
import { parseOptions, type AdminValues, type ParsedCommand } from './options.ts'
import { parseResaleRulesCommand, type ResaleRulesCommand } from './resale-rules.ts'
import { parseRetentionCommand, type RetentionCommand } from './retention.ts'
import { parsePriceRulesCommand, type PriceRulesCommand } from './price-rules.ts'
import { parsePersonalDataCommand, type PersonalDataCommand } from './personal-data.ts'
import { parseSellerCommand, type SellerCommand } from './sellers/sellers.ts'
import { parseOrderCommand, type OrderCommand } from './orders.ts'

export type AdminCommand =
  | { name: 'help'; args: readonly string[] }
  | { name: 'usage-error'; reason: string }
  | { name: 'publish'; values: AdminValues }
  | { name: 'relist'; listingId: string }
  | { name: 'reprice'; listingId: string; priceMinor?: number | undefined; quantity?: number | undefined }
  | { name: 'withdraw'; listingId: string }
  | { name: 'account'; request: AccountCommand }
  | { name: 'approve'; username: string; isUnverifiedAllowed: boolean }
  | { name: 'remove-second-factors'; username: string }
  | { name: 'quote-origin'; teamId: string; origin: string | null }
  | { name: 'audit'; request: AuditQuery }
  | { name: 'data-keys'; request: DataKeysCommand }
  | { name: 'event-requests'; request: EventRequestCommand }
  | { name: 'catalogue'; request: CatalogueCommand }
  | { name: 'content-set'; page: ContentName; file: string }
  | { name: 'content-reset'; page: ContentName }
  | { name: 'home-content'; request: HomeContentCommand }
  | { name: 'orders'; request: OrderCommand }
  | { name: 'personal-data'; request: PersonalDataCommand }
  | { name: 'price-rules'; request: PriceRulesCommand }
  | { name: 'seller'; request: SellerCommand }
  | { name: 'retention'; request: RetentionCommand }
  | { name: 'resale-rules'; request: ResaleRulesCommand }

/** Parses the command line, as far as possible without the database. */
export function parseAdmin(args: string[]): AdminCommand {
  if (args.includes('--help') || args.includes('-h'))
    return { name: 'help', args: args.filter((arg) => !arg.startsWith('-')) }
  if (args[0] === 'catalogue') {
    const request = parseCatalogueCommand(args.slice(1))
    return typeof request === 'string' ? usageError(request) : { name: 'catalogue', request }
  }
  const parsed = parseOptions(args)
  if (typeof parsed === 'string') return { name: 'usage-error', reason: parsed }
  const { values, positionals } = parsed
  const [command, listingId, ...rest] = positionals
  if (command === undefined) return { name: 'help', args: [] }
  const parse = parsers.get(command)
  if (parse) return parse(positionals.slice(1), values)
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

function parseRemoveSecondFactors([username, ...rest]: string[], values: AdminValues): AdminCommand {
  if (username === undefined || rest.length > 0) return usageError('remove-second-factors needs one username')
  return onlyWith([], values, { name: 'remove-second-factors', username })
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

function parseAudit(rest: string[], values: AdminValues): ParsedCommand<AuditQuery> {
  if (rest.length > 0) return `audit accepts only options; unexpected argument: ${rest.join(' ')}`
  const request = parseAuditQuery(values, new Date())
  return typeof request === 'string'
    ? request
    : { request, options: ['account', 'kind', 'team', 'ip-address', 'since', 'limit', 'json'] }
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

type Parse<Parsed> = (rest: string[], values: AdminValues) => Parsed

/** Parses what follows the name of a command, which accepts no other options than it says. */
function following<Request>(
  parse: Parse<ParsedCommand<Request>>,
  commandOf: (request: Request) => AdminCommand,
): Parse<AdminCommand> {
  return (rest, values) => {
    const parsed = parse(rest, values)
    return typeof parsed === 'string'
      ? usageError(parsed)
      : onlyWith(parsed.options, values, commandOf(parsed.request))
  }
}

/** A command whose parser reads its name, too. */
function named<Request>(
  name: string,
  parse: Parse<ParsedCommand<Request>>,
  commandOf: (request: Request) => AdminCommand,
): [string, Parse<AdminCommand>] {
  return [name, following((rest, values) => parse([name, ...rest], values), commandOf)]
}

const ordersCommand = (request: OrderCommand): AdminCommand => ({ name: 'orders', request })
const homeCommand = (request: HomeContentCommand): AdminCommand => ({ name: 'home-content', request })
const eventsCommand = (request: EventRequestCommand): AdminCommand => ({ name: 'event-requests', request })

const parsers: ReadonlyMap<string, Parse<AdminCommand>> = new Map<string, Parse<AdminCommand>>([
  ['account', following(parseAccountCommand, (request) => ({ name: 'account', request }))],
  ['approve', parseApprove],
  ['audit', following(parseAudit, (request) => ({ name: 'audit', request }))],
  named('banner', parseHomeCommand, homeCommand),
  named('cancel', parseOrderCommand, ordersCommand),
  ['content', parseContent],
  ['data-keys', following(parseDataKeysCommand, (request) => ({ name: 'data-keys', request }))],
  named('deliver', parseOrderCommand, ordersCommand),
  ['event-names', following(parseEventNames, eventsCommand)],
  ['event-requests', following(parseEventRequests, eventsCommand)],
  named('menu', parseHomeCommand, homeCommand),
  named('order', parseOrderCommand, ordersCommand),
  ['personal-data', following(parsePersonalDataCommand, (request) => ({ name: 'personal-data', request }))],
  ['price-rules', following(parsePriceRulesCommand, (request) => ({ name: 'price-rules', request }))],
  ['quote-origin', parseQuoteOrigin],
  named('refund', parseOrderCommand, ordersCommand),
  ['remove-second-factors', parseRemoveSecondFactors],
  ['resale-rules', following(parseResaleRulesCommand, (request) => ({ name: 'resale-rules', request }))],
  ['retention', following(parseRetentionCommand, (request) => ({ name: 'retention', request }))],
  ['seller', following(parseSellerCommand, (request) => ({ name: 'seller', request }))],
])

function onlyWith(allowed: readonly string[], values: AdminValues, command: AdminCommand): AdminCommand {
  const extra = Object.keys(values).find((name) => !allowed.includes(name))
  return extra === undefined ? command : usageError(`unknown option: --${extra}`)
}

function usageError(reason: string): AdminCommand {
  return { name: 'usage-error', reason }
}
