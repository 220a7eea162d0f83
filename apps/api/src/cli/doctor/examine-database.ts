import { formatCount } from '@terrace/domain/tickets/format-count'
import { rateIgnoredAfterDays, rateStaleAfterDays } from '@terrace/domain/money/exchange'
import { sql } from 'kysely'
import { openDatabase, type Db } from '#api/db/client.ts'
import { planUpgrade } from '#api/db/upgrade/plan-upgrade.ts'
import { examineArchive, readArchive } from './examine-archive.ts'
import { examineCollation, readCollation } from './examine-collation.ts'
import { advice, ok, problem, type Finding } from './finding.ts'

const maxClockDifferenceSeconds = 2

/** Whether the database can be used by this release, and has what a marketplace needs before its first user. */
export async function examineDatabase(databaseUrl: string): Promise<Finding[]> {
  const { db } = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const server = await examineServer(db)
    const plan = await planUpgrade({ databaseUrl })
    if (plan.isNewDatabase)
      return [...server, problem('database', 'is empty', 'npm start creates its tables')]
    const upgrade =
      plan.migrations.length > 0
        ? problem(
            'database',
            `${plan.migrations.length} migrations are pending`,
            'npm run db:check, then npm start',
          )
        : ok('database', 'is of this release')
    return [...server, upgrade, ...(plan.migrations.length > 0 ? [] : await examineContent(db))]
  } finally {
    await db.destroy()
  }
}

async function examineServer(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ version: string; encoding: string; now: Date; encrypted: boolean }>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      clock_timestamp() as now, coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted`.execute(
    db,
  )
  const [row] = rows
  if (!row) return []
  const difference = Math.abs(row.now.getTime() - Date.now()) / 1000
  return [
    ok(
      'database',
      `PostgreSQL ${row.version}, ${row.encoding}${row.encrypted ? ', encrypted connection' : ''}`,
    ),
    ...(difference > maxClockDifferenceSeconds
      ? [
          problem(
            'clock',
            `the clocks of this machine and of the database differ by ${Math.round(difference)} seconds`,
            'timedatectl set-ntp true',
          ),
        ]
      : []),
    ...examineCollation(await readCollation(db)),
    ...examineArchive(await readArchive(db)),
  ]
}

interface Content {
  operators: number
  demoAccounts: number
  currencies: number
  countries: number
  events: number
  rateAgeDays: number | null
}

async function examineContent(db: Db): Promise<Finding[]> {
  const { rows } = await sql<Content>`
    select
      (select count(*)::int from accounts where role = 'operator' and status = 'active' and not is_demo) as operators,
      (select count(*)::int from accounts where is_demo) as "demoAccounts",
      (select count(*)::int from currencies) as currencies,
      (select count(*)::int from countries where dial_code <> '') as countries,
      (select count(*)::int from (select from events limit 1) any_event) as events,
      (select current_date - max(rate_date) from exchange_rates) as "rateAgeDays"`.execute(db)
  const [content] = rows
  if (!content) return []
  const { operators, demoAccounts, currencies, countries, events, rateAgeDays } = content
  return [
    operators === 0
      ? problem(
          'operator',
          'there is none',
          'npm run admin -- account add <username> --role operator --email <address> --first-name <name> --last-name <name>',
        )
      : ok('operator', `${formatCount(operators)} accounts`),
    ...(demoAccounts > 0
      ? [problem('demo accounts', 'have a published password; production does not start with them')]
      : []),
    currencies === 0 || countries === 0
      ? problem(
          'countries and currencies',
          'are missing, and sign-up needs them',
          'npm run seed -- --reference',
        )
      : ok(
          'countries and currencies',
          `${formatCount(countries)} dial codes, ${formatCount(currencies)} currencies`,
        ),
    examineRates(rateAgeDays),
    ...(events === 0
      ? [advice('catalogue', 'has no events', 'npm run import -- fixtures <file> --profile <name>')]
      : []),
  ]
}

function examineRates(ageDays: number | null): Finding {
  const command = 'npm run import -- rates <file of the ECB>'
  if (ageDays === null) return problem('exchange rates', 'are missing: only euro can be traded', command)
  if (ageDays > rateIgnoredAfterDays)
    return problem('exchange rates', `are ${ageDays} days old and no longer used`, command)
  if (ageDays > rateStaleAfterDays) return advice('exchange rates', `are ${ageDays} days old`, command)
  return ok('exchange rates', `are ${ageDays} days old`)
}
