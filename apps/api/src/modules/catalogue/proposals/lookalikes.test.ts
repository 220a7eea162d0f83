import { expect, test } from 'vitest'
import { terminalCaller } from '#api/audit/caller.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { acceptProposals } from './accept-proposals.ts'
import { listProposals } from './list-proposals.ts'
import { findLookalikes } from './lookalikes.ts'
import type { Proposal } from './proposal.ts'

const setup = importFixture()

const proposal = (id: number, name: string, what: Proposal['what'] = 'performer'): Proposal => ({
  id,
  what,
  name,
  scope: '',
  kind: null,
  competition: null,
  city: null,
  countryCode: null,
  line: id,
  status: 'open',
  fileName: 'a.csv',
})

test('names that differ by a letter or two, or a space, look like typos of the one with most rows', () => {
  const cases = [
    ['Kufen Nordhafen', 'Kufen Nordhaven', true],
    ['Wölfe Altstadt', 'Woelfe Altstadt', true],
    ['Havelarena', 'Havel Arena', true],
    ['Manchester United', 'Manchester City', false],
    ['Centre Court 1', 'Centre Court 2', false],
    ['Inter', 'Indier', false],
    ['Ajax', 'Ajex', false],
  ] as const
  for (const [one, other, isTypo] of cases) {
    const found = findLookalikes([proposal(1, one), proposal(2, other)], new Map([[1, 5]]))
    expect(found.get(2)?.name, other).toBe(isTypo ? one : undefined)
    expect(findLookalikes([proposal(1, one), proposal(2, other, 'venue')], new Map()).size).toBe(0)
  }
})

test('accepting all names of a file adds teams and venues at once, and leaves typos open', async () => {
  await setup.loadText('competitions', 'slug,name,sport,country_code\nliga,Liga,ice-hockey,DE\n', 'c.csv')
  const profile = {
    name: 'liga',
    about: 'A league',
    format: 'delimited',
    competition: { slug: 'liga' },
    season: { from: 'date' },
    columns: { Tag: 'date', Heim: 'home', Gast: 'away', Halle: 'venue', Ort: 'city' },
  }
  await setup.loadText('profiles', JSON.stringify([profile]), 'p.json')
  const file = [
    'Tag,Heim,Gast,Halle,Ort',
    '2027-01-02,Kufen Nordhafen,Haie Domstadt,Hafenhalle,Nordhafen',
    '2027-01-09,Haie Domstadt,Kufen Nordhafen,Domarena,Domstadt',
    '2028-01-09,Haie Domstadt,Kufen Nordhaven,Domarena,Domstadt',
  ].join('\n')
  const report = await setup.loadText('liga', file, 'liga.csv')
  expect(report.unknown).toHaveLength(5)
  expect(await listProposals(setup)).toContainEqual(
    expect.objectContaining({
      name: 'Kufen Nordhaven',
      like: expect.objectContaining({ name: 'Kufen Nordhafen' }),
    }),
  )
  const context = { db: setup.db, clock: setup.clock, caller: terminalCaller() }
  const options = { kind: 'arena', capacity: '4500', timezone: 'Europe/Berlin' }
  const decided = await acceptProposals(context, { file: 'liga.csv' }, options)
  expect(decided).toMatchObject({ loaded: 2, waiting: 1 })
  expect(decided.summary).toEqual([
    'Kufen Nordhafen: added as team',
    'Haie Domstadt: added as team',
    'Hafenhalle: added in Nordhafen, Europe/Berlin, arena for 4500',
    'Domarena: added in Domstadt, Europe/Berlin, arena for 4500',
    expect.stringMatching(
      /^left open: \d+ "Kufen Nordhaven" looks like "Kufen Nordhafen": merge it, or accept \d+ alone$/,
    ),
  ])
  const [left, ...others] = await listProposals(setup)
  expect([left?.name, left?.nearest[0]?.slug, others]).toEqual(['Kufen Nordhaven', 'kufen-nordhafen', []])
})
