import type pg from 'pg'
import type { SqlFile } from '../sql-files.ts'

/**
 * Functions and views of removed files, and triggers that no file declares. Only an upgraded database can have them:
 * where no migration has dropped them.
 */
export async function findLeftovers(
  client: pg.Client,
  definitions: readonly SqlFile[],
  removed: readonly string[],
): Promise<string[]> {
  const current = objectsOf(definitions.map(({ name }) => name))
  const old = objectsOf(removed)
  const { rows } = await client.query<{ object: string }>(
    `select 'function ' || p.proname as object from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.proname = any($1)
     union all
     select 'view ' || v.viewname from pg_views v where v.schemaname = 'public' and v.viewname = any($2)
     union all
     -- Triggers of other tools, such as replication, call other functions.
     select 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and p.proname = any($3) and t.tgname <> all($4)
     order by 1`,
    [
      old.functions.filter((name) => !current.functions.includes(name)),
      old.views.filter((name) => !current.views.includes(name)),
      [...current.functions, ...old.functions],
      definitions.flatMap(({ text }) => declaredTriggers(text)),
    ],
  )
  return rows.map(({ object }) => object)
}

/** File names without folder: each function and view is named like its file. */
function objectsOf(names: readonly string[]): { functions: string[]; views: string[] } {
  const ofKind = (kind: string) =>
    names.filter((name) => name.startsWith(`${kind}/`)).map((name) => name.replace(/^.*\/|\.sql$/g, ''))
  return { functions: ofKind('functions'), views: ofKind('views') }
}

function declaredTriggers(text: string): string[] {
  return [...text.matchAll(/^create (?:or replace |constraint )?trigger (\w+)/gm)].flatMap(
    ([, name]) => name ?? [],
  )
}
