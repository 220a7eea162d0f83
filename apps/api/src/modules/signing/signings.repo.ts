import { sql } from 'kysely'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type DbOrTx, type Tx } from '#api/db/transaction.ts'
import type { Evidence, SigningProvider } from './signing.port.ts'

/** A started signing can be finished and claimed for this long; must match the cookie's lifetime. */
const envelopeLifetimeHours = 24

export interface Signing {
  id: string
  channel: string
  name: string
  email: string
}

interface NewSigning extends Signing {
  provider: SigningProvider
  nonceHash: Buffer
  ipAddress: string
}

/** Until the end of the transaction, no other one counts or adds signings of the IP address. */
export async function lockSignings(tx: Tx, ipAddress: string): Promise<void> {
  await lockUntilEnd(tx, `signings from ${ipAddress}`)
}

export async function insertSigning(db: DbOrTx, signing: NewSigning): Promise<void> {
  const { id, provider, nonceHash, channel, name, email, ipAddress } = signing
  await sql`
    insert into signings (id, provider, nonce_hash, channel, name, email, ip_address)
    values (${id}, ${provider}, ${nonceHash}, ${channel}, ${name}, ${email}, ${ipAddress})`.execute(db)
}

/** Signings started from the IP address in the last hour. */
export async function countRecentSignings(db: DbOrTx, ipAddress: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from signings
    where ip_address = ${ipAddress} and started_at > clock_timestamp() - interval '1 hour'`.execute(db)
  return rows[0]?.count ?? 0
}

/** The signing, if this browser started it and it has not expired. */
export async function findSigning(
  db: DbOrTx,
  { signingId, nonceHash }: { signingId: string; nonceHash: Buffer },
): Promise<Signing | undefined> {
  const { rows } = await sql<Signing>`
    select id, channel, name, email from signings
    where id = ${signingId} and nonce_hash = ${nonceHash}
      and started_at > clock_timestamp() - make_interval(hours => ${envelopeLifetimeHours})`.execute(db)
  return rows[0]
}

/** Whether someone with this email address started the signing at DocuSign, and it has not expired. */
export async function isSigningOf(
  db: DbOrTx,
  { signingId, email }: { signingId: string | undefined; email: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from signings
    where id = ${signingId ?? null} and provider = 'docusign' and email_key = lower(btrim(${email}))
      and started_at > clock_timestamp() - make_interval(hours => ${envelopeLifetimeHours})`.execute(db)
  return rows.length > 0
}

/** Channels of the sign-ups that wait for a signature with this email. */
export async function findWaitingChannels(
  db: DbOrTx,
  { provider, email, signingId }: { provider: string; email: string; signingId: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ channel: string }>`
    select distinct channel from signings
    where provider = ${provider} and email_key = lower(btrim(${email}))
      and (${signingId ?? null}::text is null or id = ${signingId ?? null})
      and started_at > clock_timestamp() - make_interval(hours => ${envelopeLifetimeHours})`.execute(db)
  return rows.map(({ channel }) => channel)
}

/** False if the envelope, or another one of the same signing, is already recorded. */
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

export async function findEnvelopeOfSigning(db: DbOrTx, signingId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from signed_envelopes where signing_id = ${signingId}`.execute(db)
  return rows[0]?.id
}

interface BoundEnvelope {
  id: string
  email: string
  isClaimed: boolean
}

// An envelope without a signing id counts for browsers that had started to sign with that email before.
const isBound = (nonceHash: Buffer) => sql<boolean>`exists (
  select 1 from signings s
  where s.nonce_hash = ${nonceHash} and s.provider = e.provider
    and (s.id = e.signing_id
      or (e.signing_id is null and s.email_key = e.email_key and s.started_at <= e.completed_at
        and s.started_at > e.completed_at - make_interval(hours => ${envelopeLifetimeHours}))))`

/** The latest unclaimed envelope of the browser's sign-up. */
export async function findUnclaimedEnvelope(db: DbOrTx, hash: Buffer): Promise<BoundEnvelope | undefined> {
  const { rows } = await sql<BoundEnvelope>`
    select e.id, e.email, false as "isClaimed" from signed_envelopes e
    where e.claimed_at is null and ${isBound(hash)}
      and e.email_key in (select email_key from signings where nonce_hash = ${hash})
    order by e.completed_at desc limit 1`.execute(db)
  return rows[0]
}

/** True if the envelope belongs to the browser's sign-up. */
export async function isEnvelopeOf(db: DbOrTx, envelopeId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from signed_envelopes e where e.id = ${envelopeId} and ${isBound(hash)}`.execute(db)
  return rows.length > 0
}

/** The envelope if it belongs to the browser's sign-up, locked until the transaction ends. */
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

/** Records that the terms of a version were opened, once for each signing, however often its page is loaded. */
export async function recordOpening(
  db: Db,
  { signingId, termsVersion, ...evidence }: Opening,
): Promise<void> {
  if (await isOpened(db, { signingId, termsVersion })) return
  await inTransaction(db, async (tx) => {
    await sql`select from signings where id = ${signingId} for no key update`.execute(tx)
    if (await isOpened(tx, { signingId, termsVersion })) return
    const details = { terms_version: termsVersion }
    await insertSigningEvent(tx, { signingId, envelopeId: undefined, event: 'opened', ...evidence, details })
  })
}

interface Opening extends Pick<Evidence, 'ipAddress' | 'userAgent'> {
  signingId: string
  termsVersion: string
}

async function isOpened(
  db: DbOrTx,
  { signingId, termsVersion }: { signingId: string; termsVersion: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from signing_audit
    where signing_id = ${signingId} and event = 'opened' and details ->> 'terms_version' = ${termsVersion}
    limit 1`.execute(db)
  return rows.length > 0
}

interface SigningEvent extends Evidence {
  signingId: string | undefined
  envelopeId: string | undefined
  event: 'opened' | 'signed' | 'claimed'
}

export async function insertSigningEvent(db: DbOrTx, row: SigningEvent): Promise<void> {
  const { signingId, envelopeId, event, ipAddress, userAgent, details } = row
  await sql`
    insert into signing_audit (signing_id, envelope_id, event, ip_address, user_agent, details)
    values (${signingId ?? null}, ${envelopeId ?? null}, ${event}, ${ipAddress}, ${userAgent},
      ${JSON.stringify(details)}::jsonb)`.execute(db)
}
