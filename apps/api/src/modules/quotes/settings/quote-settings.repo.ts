import type { OfferChoice } from '@terrace/contracts/quote-terms'
import type { CommissionMethod } from '@terrace/domain/money/commission'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Quote } from '../quote.ts'

/** Branding and behaviour of a team's quotes (product.md §5, §12.6). */
export interface QuoteSettings {
  /** Empty: use the team's name. */
  name: string
  colour: string
  contactEmail: string
  contactPhone: string
  offersAlternatives: boolean
  holdsOnAccept: boolean
  maxHeldOnAccept: number
  mailView: boolean
  mailAccept: boolean
  mailDecline: boolean
  mailUnopened: boolean
  defaults: QuoteDefaults
}

export interface QuoteDefaults {
  commissionMethod: CommissionMethod
  /** In minor units of the currency, or in basis points; `null`: entered for each quote. */
  commission: number | null
  /** `null`: the currency in which the broker sees prices. */
  currency: string | null
  expiryHours: number
  priceMode: Quote['priceMode']
  offerChoice: OfferChoice
  note: string
}

export interface TeamQuoteSettings extends QuoteSettings {
  teamName: string
  /** Public id of the logo. */
  logoId: string | null
  quoteOrigin: string | null
}

/** Settings of a team that has changed nothing; must match the column defaults. */
const defaultQuoteSettings: QuoteSettings = {
  name: '',
  colour: '#0a6a4d',
  contactEmail: '',
  contactPhone: '',
  offersAlternatives: true,
  holdsOnAccept: false,
  maxHeldOnAccept: 8,
  mailView: true,
  mailAccept: true,
  mailDecline: true,
  mailUnopened: true,
  defaults: {
    commissionMethod: 'percentage',
    commission: null,
    currency: null,
    expiryHours: 24,
    priceMode: 'floating',
    offerChoice: 'any',
    note: '',
  },
}

/** The team's settings, with the values managed elsewhere. */
export async function readQuoteSettings(db: DbOrTx, teamId: string): Promise<TeamQuoteSettings> {
  const { rows } = await sql<{
    settings: QuoteSettings | null
    teamName: string
    logoId: string | null
    quoteOrigin: string | null
  }>`
    select t.name as "teamName", l.id as "logoId", s.quote_origin as "quoteOrigin",
      case when s.team_id is not null then jsonb_build_object('name', s.name, 'colour', s.colour,
        'contactEmail', s.contact_email, 'contactPhone', s.contact_phone, 'offersAlternatives', s.offers_alternatives,
        'holdsOnAccept', s.holds_on_accept, 'maxHeldOnAccept', s.max_held_on_accept, 'mailView', s.email_on_view,
        'mailAccept', s.email_on_accept, 'mailDecline', s.email_on_decline, 'mailUnopened', s.email_on_unopened,
        'defaults', jsonb_build_object('commissionMethod', s.default_commission_method,
          'commission', coalesce(s.default_commission_minor, s.default_commission_bp), 'currency', s.default_currency,
          'expiryHours', s.default_expiry_hours, 'priceMode', s.default_price_mode,
          'offerChoice', s.default_offer_choice, 'note', s.default_note)) end as settings
    from teams t
    left join team_quote_settings s on s.team_id = t.id
    left join team_quote_logos l on l.team_id = t.id
    where t.id = ${teamId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`team ${teamId} does not exist`)
  const { settings, ...teamValues } = row
  return { ...(settings ?? defaultQuoteSettings), ...teamValues }
}

export async function writeQuoteSettings(tx: Tx, teamId: string, settings: QuoteSettings): Promise<void> {
  const { defaults } = settings
  const row = {
    name: settings.name,
    colour: settings.colour,
    contact_email: settings.contactEmail,
    contact_phone: settings.contactPhone,
    offers_alternatives: settings.offersAlternatives,
    holds_on_accept: settings.holdsOnAccept,
    max_held_on_accept: settings.maxHeldOnAccept,
    email_on_view: settings.mailView,
    email_on_accept: settings.mailAccept,
    email_on_decline: settings.mailDecline,
    email_on_unopened: settings.mailUnopened,
    default_commission_method: defaults.commissionMethod,
    default_commission_minor: defaults.commissionMethod === 'fixed' ? defaults.commission : null,
    default_commission_bp: defaults.commissionMethod === 'percentage' ? defaults.commission : null,
    default_currency: defaults.currency,
    default_expiry_hours: defaults.expiryHours,
    default_price_mode: defaults.priceMode,
    default_offer_choice: defaults.offerChoice,
    default_note: defaults.note,
  }
  await tx
    .insertInto('team_quote_settings')
    .values({ team_id: teamId, ...row })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(row))
    .execute()
}

/**
 * Sets or removes the team's origin and returns the previous one. Another team's origin violates
 * `team_quote_settings__origin_once`.
 */
export async function writeQuoteOrigin(
  tx: Tx,
  teamId: string,
  origin: string | null,
): Promise<string | null> {
  const before = await tx
    .selectFrom('team_quote_settings')
    .select('quote_origin')
    .where('team_id', '=', teamId)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .insertInto('team_quote_settings')
    .values({ team_id: teamId, quote_origin: origin })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet({ quote_origin: origin }))
    .execute()
  return before?.quote_origin ?? null
}

export async function findTeamName(db: DbOrTx, teamId: string): Promise<string | undefined> {
  const row = await db.selectFrom('teams').select('name').where('id', '=', teamId).executeTakeFirst()
  return row?.name
}

/** Team id by registered origin. */
export async function readQuoteOrigins(db: DbOrTx): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('team_quote_settings')
    .select(['quote_origin', 'team_id'])
    .where('quote_origin', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ quote_origin: origin, team_id: teamId }) => (origin === null ? [] : [[origin, teamId]])),
  )
}
