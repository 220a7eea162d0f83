import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { RuleDefinition } from './shipped-rules.ts'

/** Tickets that a team wants to offer. Amounts are in one currency. */
export interface ResaleListing {
  eventId: number
  teamId: string
  priceMinor: number
  faceValueMinor: number | null
}

/** Publishing commands share it; switching a rule on excludes them, so that none is missed. */
const resaleLock = sql`hashtext('resale_rules'), 0`

/** The reason for which each offer is refused, in their order; `null`: allowed. */
export async function readResaleRefusals(
  db: DbOrTx,
  offers: readonly ResaleListing[],
): Promise<(string | null)[]> {
  if (offers.length === 0) return []
  const { rows } = await sql<{ reason: string | null }>`
    select resale_refusal(o."eventId", o."teamId", o."priceMinor", o."faceValueMinor") as reason
    from jsonb_to_recordset(${JSON.stringify(offers.map((offer, place) => ({ ...pick(offer), place })))}::jsonb)
      as o (place integer, "eventId" integer, "teamId" text, "priceMinor" bigint, "faceValueMinor" bigint)
    order by o.place`.execute(db)
  return rows.map(({ reason }) => reason)
}

const pick = ({ eventId, teamId, priceMinor, faceValueMinor }: ResaleListing): ResaleListing => ({
  eventId,
  teamId,
  priceMinor,
  faceValueMinor,
})

/** Keeps rules from being switched on until the end of the transaction. */
export async function lockResaleRules(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${resaleLock})`.execute(tx)
}

export interface ResaleRule extends RuleDefinition {
  isOn: boolean
  teams: { id: string; name: string }[]
}

export async function readRules(db: DbOrTx): Promise<ResaleRule[]> {
  const { rows } = await sql<ResaleRule>`
    select r.id, r.kind, r.competition, r.country_code, r.cap_percent, r.reason, r.note, r.is_on as "isOn",
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name)
        from resale_authorisations a join teams t on t.id = a.team_id where a.rule_id = r.id), '[]') as teams
    from resale_rules r order by r.id`.execute(db)
  return rows
}

/** Adds rules, and replaces those that are off. */
export async function saveRules(tx: Tx, rules: readonly RuleDefinition[]): Promise<void> {
  await sql`
    insert into resale_rules (id, kind, competition, country_code, cap_percent, reason, note)
    select id, kind, competition, country_code, cap_percent, reason, note
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb)
      as r (id text, kind text, competition text, country_code text, cap_percent integer, reason text, note text)
    on conflict (id) do update set kind = excluded.kind, competition = excluded.competition,
      country_code = excluded.country_code, cap_percent = excluded.cap_percent, reason = excluded.reason,
      note = excluded.note
    where not resale_rules.is_on`.execute(tx)
}

/** Adds rules that are not known yet; what an operator loaded stays. */
export async function addMissingRules(tx: Tx, rules: readonly RuleDefinition[]): Promise<void> {
  const known = new Set((await readRules(tx)).map(({ id }) => id))
  await saveRules(
    tx,
    rules.filter(({ id }) => !known.has(id)),
  )
}

/** Waits for publishing commands, and switches the rule; `undefined` for an unknown one, otherwise whether it was on. */
export async function switchRule(
  tx: Tx,
  { id, isOn, at }: { id: string; isOn: boolean; at: Date },
): Promise<boolean | undefined> {
  await sql`select pg_advisory_xact_lock(${resaleLock})`.execute(tx)
  const { rows } = await sql<{ wasOn: boolean }>`
    update resale_rules r set is_on = ${isOn}, switched_at = ${at}
    from resale_rules prior where r.id = ${id} and prior.id = r.id returning prior.is_on as "wasOn"`.execute(
    tx,
  )
  return rows[0]?.wasOn
}

/** Returns whether that is a change; `undefined` for an unknown rule or team. */
export async function setAuthorisation(
  tx: Tx,
  { ruleId, teamId, isAuthorised }: { ruleId: string; teamId: string; isAuthorised: boolean },
): Promise<boolean | undefined> {
  const { rows } = await sql`
    select from resale_rules r, teams t where r.id = ${ruleId} and t.id = ${teamId}`.execute(tx)
  if (rows.length === 0) return undefined
  const { numAffectedRows } = isAuthorised
    ? await sql`insert into resale_authorisations (rule_id, team_id) values (${ruleId}, ${teamId}) on conflict do nothing`.execute(
        tx,
      )
    : await sql`delete from resale_authorisations where rule_id = ${ruleId} and team_id = ${teamId}`.execute(
        tx,
      )
  return (numAffectedRows ?? 0n) > 0n
}

/** The next published listings after this id that rules refuse, of upcoming events, with the last id that was checked. */
export async function findRefusedListings(
  db: DbOrTx,
  { after, limit }: { after: string; limit: number },
): Promise<{ last: string | null; refused: { id: string; reason: string }[] }> {
  const { rows } = await sql<{ id: string; reason: string | null }>`
    select l.id, case when l.status = 'active'
      then resale_refusal(l.event_id, l.seller_team_id, l.price_minor, l.face_value_minor) end as reason
    from (select * from listings where id > ${after} order by id limit ${limit}) l
    order by l.id`.execute(db)
  return {
    last: rows.at(-1)?.id ?? null,
    refused: rows.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
  }
}
