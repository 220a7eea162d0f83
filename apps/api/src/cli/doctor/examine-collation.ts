import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { problem, type Finding } from './finding.ts'

/** How a database sorts texts that name no collation. */
export interface Collation {
  /** `builtin` exists from PostgreSQL 17 on. */
  provider: 'builtin' | 'icu' | 'libc'
  locale: string
  canBeBuiltin: boolean
}

/** The collation of the current database; PostgreSQL 16 and later no longer have it among their settings. */
export async function readCollation(db: Db): Promise<Collation | undefined> {
  // The column of the locale is named differently before 17.
  const { rows } = await sql<Collation>`
    select case d.datlocprovider when 'b' then 'builtin' when 'i' then 'icu' else 'libc' end as provider,
      case d.datlocprovider when 'c' then d.datcollate
        else coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', d.datcollate) end as locale,
      current_setting('server_version_num')::int >= 170000 as "canBeBuiltin"
    from pg_database d where d.datname = current_database()`.execute(db)
  return rows[0]
}

/** Code compares texts by code point, and expects what the database sorts in the same order (ADR 0034). */
export function examineCollation(collation: Collation | undefined): Finding[] {
  if (collation === undefined || sortsByCodePoint(collation)) return []
  const { provider, locale, canBeBuiltin } = collation
  const options = canBeBuiltin
    ? "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'"
    : "locale_provider libc lc_collate 'C' lc_ctype 'C.UTF-8'"
  return [
    problem(
      'database',
      `sorts by the rules of ${locale} (${provider}), not by code point; only a new database can change that`,
      `create database terrace template template0 encoding 'UTF8' ${options}`,
    ),
  ]
}

function sortsByCodePoint({ provider, locale }: Collation): boolean {
  if (provider === 'builtin') return true
  return provider === 'libc' && /^(C|POSIX|C\.utf-?8)$/i.test(locale)
}
