import { readFileSync } from 'node:fs'
import { sectionIndex } from '@terrace/domain/tickets/section-names'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addListing, addTeam } from '#api/test/fixtures/factories.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { finishImport, importFile } from '../importers/import-file.ts'
import { findSeatingPlan, readVenueBlocks } from './seating-plans.repo.ts'

const setup = importFixture()
const emirates = 'emirates-stadium'

function loadPlan(name: string, venue = emirates) {
  const content = readFileSync(
    new URL(`../../../../../../seeds/data/seatmaps/${name}`, import.meta.url),
    'utf8',
  )
  return importFile(setup, { kind: 'seating-plan', content, venue })
}

function loadNames(content: string, venue = emirates) {
  return importFile(setup, { kind: 'section-names', content, venue })
}

async function venueId(slug = emirates): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from venues where slug = ${slug}`.execute(setup.db)
  return rows[0]?.id ?? 0
}

async function storedPlan() {
  const plan = await findSeatingPlan(setup.db, await venueId())
  if (!plan) throw new Error('no plan')
  return plan
}

async function list(section: string) {
  const id = await venueId()
  const { rows } = await sql<{ event: number; category: number }>`
    select e.id as event, c.id as category from events e join seating_categories c on c.venue_id = e.venue_id
    where e.venue_id = ${id} and e.starts_at > ${setup.clock.now()} order by e.id, c.id limit 1`.execute(
    setup.db,
  )
  const [row] = rows
  if (!row) throw new Error('no event')
  const sellerTeamId = await addTeam(setup.db)
  const listingId = await addListing(setup.db, {
    eventId: row.event,
    sellerTeamId,
    seatingCategoryId: row.category,
  })
  await sql`update listings set section = ${section} where id = ${listingId}`.execute(setup.db)
}

test('[X-CAT-10] [X-CAT-13] an imported plan replaces the generated one and is a schematic only when the file says so', async () => {
  await setup.loadEngland()
  await finishImport(setup)
  expect(await storedPlan()).toMatchObject({ isSchematic: true })
  const report = await loadPlan('seatmap-canvas-stadium.json')
  expect(report).toMatchObject({ read: 15, rowsName: 'blocks', bad: [], counts: { 'on the plan': 15 } })
  expect(report.notes?.[0]).toBe('Emirates Stadium has a new plan')
  const { isSchematic, plan, categories } = await storedPlan()
  expect(isSchematic).toBe(false)
  expect(plan.blocks[0]?.name).toBe('Ground floor 1')
  // Categories of the generated plan remain in the database for existing listings, but not in this plan.
  expect(categories.map(({ name }) => name)).toEqual([
    'Category I',
    'Category II',
    'Category IV',
    'Category V',
  ])
  expect((await loadPlan('schematic-bowl-3tier.json')).notes).toContain(
    'buyers see a note that the plan is a schematic',
  )
  expect((await storedPlan()).isSchematic).toBe(true)
})

test('importing the same file changes nothing, and later imports keep the plan', async () => {
  await setup.loadEngland()
  await loadPlan('schematic-bowl-3tier.json', String(await venueId()))
  const before = await storedPlan()
  expect((await loadPlan('schematic-bowl-3tier.json')).counts).toEqual({ unchanged: 120 })
  // A changed capacity would change a generated plan.
  await sql`update venues set capacity = 1 where slug = ${emirates}`.execute(setup.db)
  await setup.load('venues', 'venues/football-venues-2026-27.csv')
  await finishImport(setup)
  expect((await storedPlan()).plan).toEqual(before.plan)
})

test('one bad block rejects the file, and every error has its line and path', async () => {
  await setup.loadEngland()
  await finishImport(setup)
  const before = await storedPlan()
  const section = (name: string, points: unknown) => JSON.stringify({ tier: 'Lower', section: name, points })
  const square = (left: number) => [
    [left, 0],
    [left + 9, 0],
    [left + 9, 9],
    [left, 9],
  ]
  const lines = [
    '{"sections": [',
    `${section('1', square(0))},`,
    `${section('2', [[0, 0]])},`,
    section('1', square(20)),
    ']}',
  ]
  const report = await importFile(setup, {
    kind: 'seating-plan',
    content: lines.join('\n'),
    venue: emirates,
  })
  expect(report.bad).toEqual([
    { line: 3, reason: 'sections.1: "Lower 2" has fewer than three corners' },
    {
      line: 4,
      reason: 'sections.2: "Lower 1" duplicates another block ("Lower 1"); sellers couldn’t tell them apart',
    },
  ])
  expect(report.notes).toEqual(['nothing was changed'])
  expect(await storedPlan()).toEqual(before)
})

test('an unknown venue is rejected', async () => {
  await setup.loadEngland()
  for (const venue of ['highbury', '999999', "x'; drop table venues; --"]) {
    await expect(loadPlan('schematic-bowl-3tier.json', venue)).rejects.toThrow(
      expect.objectContaining({
        code: 'menu.target_not_found',
        title: expect.stringContaining(`venue/${venue}`),
      }),
    )
  }
})

test('listings in unknown sections stay on sale and are reported', async () => {
  await setup.loadEngland()
  await finishImport(setup)
  for (const section of ['Block 6', 'Gate 9', 'Gate 9', 'C54']) await list(section)
  const report = await loadPlan('schematic-bowl-3tier.json')
  expect(report.notes?.at(-1)).toBe(
    '2 listings are in sections that are not on the plan ("Gate 9"). They appear only in the list until you map them with "section-names"',
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listings where status = 'active'`.execute(setup.db)
  expect(rows[0]?.count).toBe(4)
})

test('[FEED-12] a table maps section names to blocks, and a second import updates it', async () => {
  await setup.loadEngland()
  await loadPlan('schematic-bowl-3tier.json')
  const report = await loadNames(
    'section,block\nGate 9,Lower Tier 6\nB41,Club 41\nB42,Club 999\n,C43\nGATE_9,7\n##,8\n',
  )
  expect(report).toMatchObject({ read: 6, rowsName: 'names', counts: { added: 2 } })
  expect(report.bad.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'block: "Club 999" is not on the plan'],
    [5, 'section: is empty'],
    [6, 'section: "GATE_9" appears twice'],
    [7, 'section: "##" has no letter or number'],
  ])
  const index = async () => sectionIndex(await readVenueBlocks(setup.db, await venueId()))
  expect((await index()).find('gate 9')).toEqual({ kind: 'block', id: 'lower-tier-6' })
  expect((await index()).find('Block B41')).toEqual({ kind: 'block', id: 'club-level-c41' })
  expect((await storedPlan()).otherNames).toEqual({ 'lower-tier-6': ['Gate 9'], 'club-level-c41': ['B41'] })
  const again = await loadNames('section,block\nGate 9,Lower Tier 7\nB41,Club 41\n')
  expect(again.counts).toEqual({ added: 0, changed: 1, unchanged: 1 })
  expect((await index()).find('Gate 9')).toEqual({ kind: 'block', id: 'lower-tier-7' })
  const missing = await loadNames('name,block\nGate 9,6\n')
  expect(missing.bad).toEqual([{ line: 1, reason: 'columns missing: section' }])
})
