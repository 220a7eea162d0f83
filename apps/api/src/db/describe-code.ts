import type pg from 'pg'

/** Definitions of all functions, triggers and views as PostgreSQL would create them, to compare two databases. */
export async function describeCode(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(`
    select pg_get_functiondef(p.oid) as definition
    from pg_proc p where p.pronamespace = 'public'::regnamespace
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal
    union all
    select schemaname || '.' || viewname || ' as ' || definition
    from pg_views where schemaname = 'public'
    order by 1`)
  return rows.map(({ definition }) => definition)
}
