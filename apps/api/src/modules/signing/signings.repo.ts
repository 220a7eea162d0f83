import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Evidence, SigningProvider } from './signing.port.ts'

/** How long a signing that was begun can be finished and used, in hours; as long as the cookie lives. */
const openHours = 24

export interface Signing {
  id: string
  channel: string
  name: string
  email: string
}

interface NewSigning extends Signing {
  provider: SigningProvider
  nonceHash: Buffer
  address: string
}

export async function insertSigning(db: Reader, signing: NewSigning): Promise<void> {
  const { id, provider, nonceHash, channel, name, email, address } = signing
  await sql`
    insert into signings (id, provider, nonce_hash, channel, name, email, address)
    values (${id}, ${provider}, ${nonceHash}, ${channel}, ${name}, ${email}, ${address})`.execute(db)
}

/** How many signings were begun from the address in the last hour. */
export async function countRecentSignings(db: Reader, address: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from signings
    where address = ${address} and started_at > clock_timestamp() - interval '1 hour'`.execute(db)
  return rows[0]?.count ?? 0
}

/** The signing, if this browser began it and it can still be finished. */
export async function findSigning(
  db: Reader,
  { signingId, nonceHash }: { signingId: string; nonceHash: Buffer },
): Promise<Signing | undefined> {
  const { rows } = await sql<Signing>`
    select id, channel, name, email from signings
    where id = ${signingId} and nonce_hash = ${nonceHash}
      and started_at > clock_timestamp() - make_interval(hours => ${openHours})`.execute(db)
  return rows[0]
}

/** The channels of those who have begun to sign as this address and wait for it. */
export async function waitingChannels(
  db: Reader,
  { provider, email, signingId }: { provider: string; email: string; signingId: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ channel: string }>`
    select distinct channel from signings
    where provider = ${provider} and email_key = lower(btrim(${email}))
      and (${signingId ?? null}::text is null or id = ${signingId ?? null})
      and started_at > clock_timestamp() - make_interval(hours => ${openHours})`.execute(db)
  return rows.map(({ channel }) => channel)
}

/** False where the envelope, or another one of the same signing, is known already. */
export async function insertEnvelope(
  tx: Tx,
  envelope: { id: string; provider: string; signingId: string | undefined; email: string },
): Promise<boolean> {
  const { id, provider, signingId, email } = envelope
  const { numAffectedRows } = await sql`
    insert into signed_envelopes (id, provider, signing_id, email)
    values (${id}, ${provider}, ${signingId ?? null}, ${email})
    on conflict do nothing`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

export async function findEnvelopeOf(db: Reader, signingId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from signed_envelopes where signing_id = ${signingId}`.execute(db)
  return rows[0]?.id
}

interface BoundEnvelope {
  id: string
  email: string
  isClaimed: boolean
}

// A provider that tells no more than who signed is believed for those who had begun, with that address, before.
const isBound = (nonceHash: Buffer) => sql<boolean>`exists (
  select 1 from signings s
  where s.nonce_hash = ${nonceHash} and s.provider = e.provider
    and (s.id = e.signing_id
      or (e.signing_id is null and s.email_key = e.email_key and s.started_at <= e.completed_at
        and s.started_at > e.completed_at - make_interval(hours => ${openHours}))))`

/** The last envelope of the browser's sign-up that has served for nothing yet. */
export async function findUnclaimedEnvelope(db: Reader, hash: Buffer): Promise<BoundEnvelope | undefined> {
  const { rows } = await sql<BoundEnvelope>`
    select e.id, e.email, false as "isClaimed" from signed_envelopes e
    where e.claimed_at is null and ${isBound(hash)}
      and e.email_key in (select email_key from signings where nonce_hash = ${hash})
    order by e.completed_at desc limit 1`.execute(db)
  return rows[0]
}

/** Whether the envelope is of the browser's own sign-up. */
export async function isEnvelopeOf(db: Reader, envelopeId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from signed_envelopes e where e.id = ${envelopeId} and ${isBound(hash)}`.execute(db)
  return rows.length > 0
}

/** The envelope, locked until the transaction ends, if it is of the browser's sign-up. */
export async function lockEnvelope(
  tx: Tx,
  envelopeId: string,
  hash: Buffer,
): Promise<BoundEnvelope | undefined> {
  const { rows } = await sql<BoundEnvelope>`
    select e.id, e.email, e.claimed_at is not null as "isClaimed" from signed_envelopes e
    where e.id = ${envelopeId} and ${isBound(hash)}
    for update of e`.execute(tx)
  return rows[0]
}

export async function markClaimed(tx: Tx, envelopeId: string): Promise<void> {
  await sql`update signed_envelopes set claimed_at = clock_timestamp() where id = ${envelopeId}`.execute(tx)
}

interface AuditRow extends Evidence {
  signingId: string | undefined
  envelopeId: string | undefined
  event: 'opened' | 'signed' | 'claimed'
}

export async function appendAudit(db: Reader, row: AuditRow): Promise<void> {
  const { signingId, envelopeId, event, address, userAgent, facts } = row
  await sql`
    insert into signing_audit (signing_id, envelope_id, event, address, user_agent, facts)
    values (${signingId ?? null}, ${envelopeId ?? null}, ${event}, ${address}, ${userAgent},
      ${JSON.stringify(facts)}::jsonb)`.execute(db)
}

/** Forgets who opened a document a month ago and never signed it. Answers how many. */
export async function forgetOldSignings(db: Reader): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from signings s
    where s.started_at < clock_timestamp() - interval '30 days'
      and not exists (select 1 from signed_envelopes e where e.signing_id = s.id)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
