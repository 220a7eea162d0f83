import { expect, test } from 'vitest'
import { redactedSummaryOf, withoutValues } from './statement-summary.ts'

test.each([
  ['select * from place_holds($1, $2)', 'SELECT place_holds'],
  ['select start_payments($1)', 'SELECT start_payments'],
  ['select "id" from "holds" where "id" = $1 for update skip locked', 'SELECT holds'],
  ['insert into "outbox" ("topic") values ($1)', 'INSERT outbox'],
  ['\n  update holds h set state = $1 from teams t where t.id = h.team_id', 'UPDATE holds'],
  ['with gone as (delete from outbox where id < $1 returning 1) select count(*) from gone', 'DELETE outbox'],
  ['with x as (select 1) select * from listings', 'SELECT listings'],
  ['-- why\nselect 1', 'SELECT'],
  ['commit', 'COMMIT'],
  ["select 'mail from jo', id from orders", 'SELECT orders'],
])('the span of %j is named %s', (text, name) => {
  expect(redactedSummaryOf(text).name).toBe(name)
})

test.each([
  [
    "select * from accounts where email = 'jo@example.test' and id = 42",
    'select * from accounts where email = ? and id = ?',
  ],
  ["select 'it''s' /* for Jo */ , $1 -- jo", 'select ? , $1'],
  ["select * from accounts where email = 'jo@exam", 'select * from accounts where email = ?'],
  ['do $$ begin perform secret(); end $$', 'do ?'],
  ['select $body$ jo', 'select ?'],
  ["select 'a--b', 's' \n from t where y='z'", 'select ?, ? from t where y=?'],
  ["select E'a\\'secret', e'\\\\', 'jo'", 'select ?, ?, ?'],
  ["select E'a'\n 'b\\'secret' from t", 'select ? from t'],
  ["select E'cut off \\", 'select ?'],
  ["select 1 -- don't\n , 'jo'", 'select ? , ?'],
  ["select 'jo /* ', 'marsh' /* it's */ , 'x'", 'select ?, ? , ?'],
  ["select /* of /* jo's */ secret */ 'x'", 'select ?'],
  ["select '$$', 'jo', $$it's$$, $é$jo$é$", 'select ?, ?, ?, ?'],
  ['select "it\'s", \'jo\' from "a""b"', 'select "it\'s", ? from "a""b"'],
  ["select date'1987-03-09', name'jo'", 'select date?, name?'],
  ['select 1e10, .5, 0xFF, 1_000, -3 from a$1 where b = $2', 'select ?, ?, ?, ?, -? from a$1 where b = $2'],
  ['select l1.price_2 from t where a = 1.5', 'select l1.price_2 from t where a = ?'],
])('the values of %j are left out', (text, expected) => {
  expect(withoutValues(text).trim()).toBe(expected)
})
