/** Venues whose stands run around a rectangle: stadium bowls, arenas and tennis courts. */
import type { Random } from '../short-hash.ts'
import { randomItem } from '../short-hash.ts'
import { levelCategory, positionCategory, positionOf } from './category.ts'
import { cutRing, outline, quarters, rectangle } from './draft.ts'
import type { AisleStyle, Cut, Draft, DraftBlock, Ring, SeatingCategory } from './draft.ts'
import { roundedTrack } from './track.ts'
import type { Track } from './track.ts'

type Tier = {
  ring: Ring
  count: number
  word: string
  first: number
  category: (cut: Cut) => SeatingCategory
  density?: number
}

const gap = 5

/** A football or American football stadium: one to three tiers around a pitch. */
export function draftBowl(capacity: number, random: Random): Draft {
  const style = randomItem<AisleStyle>(random, ['sides', 'corners'])
  const track = roundedTrack({
    width: 388,
    height: 275,
    radius: 50 + 22 * random(),
    bowLong: 0.1 + 0.16 * random(),
    bowShort: 0.08 + 0.14 * random(),
  })
  const byHundreds = random() < 0.5
  return {
    surface: { kind: 'pitch', shape: rectangle(320, 207) },
    blocks: draftTiers(track, style, 26, numberTiers(bowlTiers(capacity), byHundreds)),
  }
}

function bowlTiers(capacity: number): Omit<Tier, 'first'>[] {
  const tier = (level: string, rank: number) => (cut: Cut) =>
    positionCategory(level, positionOf(cut.outward), rank)
  if (capacity < 12_000) {
    const count = within(capacity / 450, 8, 24)
    return [{ ring: { inner: 0, outer: 92 }, count, word: 'Block', category: tier('Main tier', 1) }]
  }
  if (capacity < 35_000) {
    const count = within(capacity / 1200, 16, 28)
    return [
      { ring: { inner: 0, outer: 84 }, count, word: 'Block', category: tier('Lower tier', 1) },
      {
        ring: { inner: 100, outer: 182 },
        count: count * 1.4,
        word: 'Block',
        category: tier('Upper tier', 4),
      },
    ]
  }
  const count = within(capacity / 1900, 24, 38)
  return [
    { ring: { inner: 0, outer: 84 }, count, word: 'Block', category: tier('Lower tier', 2) },
    {
      ring: { inner: 99, outer: 129 },
      count: count * 1.3,
      word: 'Club',
      category: () => levelCategory('Club level', 1),
      density: 0.8,
    },
    { ring: { inner: 144, outer: 240 }, count: count * 1.45, word: 'Block', category: tier('Upper tier', 5) },
  ]
}

/** An indoor arena: two levels around a floor, in the larger ones a club level between them. */
export function draftArena(capacity: number, random: Random): Draft {
  const style = randomItem<AisleStyle>(random, ['sides', 'corners'])
  const track = roundedTrack({
    width: 372,
    height: 224,
    radius: 92 + 18 * random(),
    bowLong: 0.12,
    bowShort: 0.1,
  })
  const count = within(capacity / 700, 12, 28)
  const level = (name: string, rank: number) => (cut: Cut) =>
    positionCategory(name, positionOf(cut.outward), rank)
  const hasClub = capacity >= 14_000
  const upper = hasClub ? 134 : 97
  const tiers: Tier[] = [
    { ring: { inner: 0, outer: 82 }, count, word: 'Section', first: 101, category: level('Lower bowl', 2) },
    {
      ring: { inner: upper, outer: upper + 88 },
      count: count * 1.3,
      word: 'Section',
      first: 201,
      category: level('Upper bowl', 5),
    },
  ]
  if (hasClub) {
    const category = () => levelCategory('Club level', 1)
    tiers.splice(1, 0, {
      ring: { inner: 97, outer: 119 },
      count,
      word: 'Club',
      first: 1,
      category,
      density: 0.8,
    })
  }
  return {
    surface: { kind: 'floor', shape: outline(track, -22) },
    blocks: draftTiers(track, style, 18, tiers),
  }
}

/** A tennis or show court: boxes at the court, then one or two tiers in four stands. */
export function draftCourt(capacity: number, random: Random): Draft {
  const track = roundedTrack({ width: 262, height: 172, radius: 34 + 14 * random() })
  const count = within(capacity / 420, 8, 32)
  const level = (name: string, rank: number) => (cut: Cut) =>
    positionCategory(name, positionOf(cut.outward), rank)
  const tiers: Tier[] = [
    {
      ring: { inner: 0, outer: 24 },
      count: count * 0.75,
      word: 'Box',
      first: 1,
      category: () => levelCategory('Courtside', 1),
      density: 0.6,
    },
    { ring: { inner: 38, outer: 106 }, count, word: 'Section', first: 101, category: level('Lower tier', 2) },
  ]
  if (capacity >= 9000) {
    const ring = { inner: 120, outer: 196 }
    tiers.push({ ring, count: count * 1.35, word: 'Section', first: 201, category: level('Upper tier', 5) })
  }
  return {
    surface: { kind: 'court', shape: rectangle(190, 96) },
    blocks: draftTiers(track, 'corners', 20, tiers),
  }
}

function draftTiers(track: Track, style: AisleStyle, aisle: number, tiers: readonly Tier[]): DraftBlock[] {
  return tiers.flatMap(({ ring, count, word, first, category, density = 1 }) =>
    cutRing(track, ring, quarters(track, ring, style, aisle), count, gap).map((cut, index) => ({
      name: `${word} ${first + index}`,
      category: category(cut),
      polygon: cut.polygon,
      labelAt: cut.labelAt,
      depth: cut.depth,
      density,
    })),
  )
}

/** Numbers run on from tier to tier, each beginning after a ten with room to spare (1, 41, 91), or by hundreds. */
function numberTiers(tiers: readonly Omit<Tier, 'first'>[], byHundreds: boolean): Tier[] {
  let next = 1
  return tiers.map((tier, index) => {
    const first = byHundreds ? (index + 1) * 100 + 1 : next
    // The count is a wish that the cut rounds a little: five more than wished is always enough.
    next = Math.ceil((next + Math.ceil(tier.count) + 5) / 10) * 10 + 1
    return { ...tier, first }
  })
}

export function within(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)))
}
