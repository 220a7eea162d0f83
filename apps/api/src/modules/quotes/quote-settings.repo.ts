import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'

/** How a team's quotes look and behave (product.md §5, §12). */
export interface QuoteSettings {
  /** Empty: the team's own name. */
  name: string
  colour: string
  contactEmail: string
  contactPhone: string
  offersAlternatives: boolean
  holdsOnAccept: boolean
  holdAtMost: number
  mailView: boolean
  mailAccept: boolean
  mailDecline: boolean
}

export interface TeamQuoteSettings extends QuoteSettings {
  teamName: string
  /** Under which anybody may fetch the logo. */
  logoId: string | null
  quoteOrigin: string | null
}

/** What applies to a team that has chosen nothing; the same as the columns' defaults. */
const defaultQuoteSettings: QuoteSettings = {
  name: '',
  colour: '#0a6a4d',
  contactEmail: '',
  contactPhone: '',
  offersAlternatives: true,
  holdsOnAccept: false,
  holdAtMost: 8,
  mailView: true,
  mailAccept: true,
  mailDecline: true,
}

/** The settings of a team, and what belongs to them but is set elsewhere. */
export async function readQuoteSettings(db: Reader, teamId: string): Promise<TeamQuoteSettings> {
  const { rows } = await sql<{
    settings: QuoteSettings | null
    teamName: string
    logoId: string | null
    quoteOrigin: string | null
  }>`
    select t.name as "teamName", l.id as "logoId", s.quote_origin as "quoteOrigin",
      case when s.team_id is not null then jsonb_build_object('name', s.name, 'colour', s.colour,
        'contactEmail', s.contact_email, 'contactPhone', s.contact_phone, 'offersAlternatives', s.offers_alternatives,
        'holdsOnAccept', s.holds_on_accept, 'holdAtMost', s.hold_at_most, 'mailView', s.mail_view,
        'mailAccept', s.mail_accept, 'mailDecline', s.mail_decline) end as settings
    from teams t
    left join team_quote_settings s on s.team_id = t.id
    left join team_quote_logos l on l.team_id = t.id
    where t.id = ${teamId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`the team ${teamId} does not exist`)
  const { settings, ...facts } = row
  return { ...(settings ?? defaultQuoteSettings), ...facts }
}

export async function writeQuoteSettings(tx: Tx, teamId: string, settings: QuoteSettings): Promise<void> {
  const row = {
    name: settings.name,
    colour: settings.colour,
    contact_email: settings.contactEmail,
    contact_phone: settings.contactPhone,
    offers_alternatives: settings.offersAlternatives,
    holds_on_accept: settings.holdsOnAccept,
    hold_at_most: settings.holdAtMost,
    mail_view: settings.mailView,
    mail_accept: settings.mailAccept,
    mail_decline: settings.mailDecline,
  }
  await tx
    .insertInto('team_quote_settings')
    .values({ team_id: teamId, ...row })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(row))
    .execute()
}

/** Makes the origin the team's, or takes it away; answers what it was. Another team's origin violates `origin_once`. */
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

export async function findTeamName(db: Reader, teamId: string): Promise<string | undefined> {
  const row = await db.selectFrom('teams').select('name').where('id', '=', teamId).executeTakeFirst()
  return row?.name
}

/** Whose each registered origin is. */
export async function readQuoteOrigins(db: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('team_quote_settings')
    .select(['quote_origin', 'team_id'])
    .where('quote_origin', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ quote_origin: origin, team_id: teamId }) => (origin === null ? [] : [[origin, teamId]])),
  )
}
