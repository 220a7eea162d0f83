/** Venues with stands around a rectangle: stadium bowls, arenas and tennis courts. */
import type { Random } from '../text/short-hash.ts'
import { randomItem } from '../text/short-hash.ts'
import { levelCategory, positionCategory, positionOf } from './category.ts'
import { sliceRing, outline, quarters, rectangle } from './plan-layout.ts'
import type { AisleStyle, RingSlice, PlanLayout, LayoutBlock, Ring, SeatingCategory } from './plan-layout.ts'
import { roundedTrack } from './track.ts'
import type { Track } from './track.ts'

type Tier = {
  ring: Ring
  count: number
  namePrefix: string
  first: number
  category: (slice: RingSlice) => SeatingCategory
  density?: number
}

const gap = 5

/** A football or American football stadium: one to three tiers around a pitch. */
export function layOutBowl(capacity: number, random: Random): PlanLayout {
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
    blocks: layOutTiers(track, style, 26, numberTiers(bowlTiers(capacity), byHundreds)),
  }
}

function bowlTiers(capacity: number): Omit<Tier, 'first'>[] {
  const tier = (level: string, rank: number) => (slice: RingSlice) =>
    positionCategory(level, positionOf(slice.outward), rank)
  if (capacity < 12_000) {
    const count = roundWithin(capacity / 450, 8, 24)
    return [{ ring: { inner: 0, outer: 92 }, count, namePrefix: 'Block', category: tier('Main tier', 1) }]
  }
  if (capacity < 35_000) {
    const count = roundWithin(capacity / 1200, 16, 28)
    return [
      { ring: { inner: 0, outer: 84 }, count, namePrefix: 'Block', category: tier('Lower tier', 1) },
      {
        ring: { inner: 100, outer: 182 },
        count: count * 1.4,
        namePrefix: 'Block',
        category: tier('Upper tier', 4),
      },
    ]
  }
  const count = roundWithin(capacity / 1900, 24, 38)
  return [
    { ring: { inner: 0, outer: 84 }, count, namePrefix: 'Block', category: tier('Lower tier', 2) },
    {
      ring: { inner: 99, outer: 129 },
      count: count * 1.3,
      namePrefix: 'Club',
      category: () => levelCategory('Club level', 1),
      density: 0.8,
    },
    {
      ring: { inner: 144, outer: 240 },
      count: count * 1.45,
      namePrefix: 'Block',
      category: tier('Upper tier', 5),
    },
  ]
}

/** An indoor arena: two levels around a floor, with a club level between them in large arenas. */
export function layOutArena(capacity: number, random: Random): PlanLayout {
  const style = randomItem<AisleStyle>(random, ['sides', 'corners'])
  const track = roundedTrack({
    width: 372,
    height: 224,
    radius: 92 + 18 * random(),
    bowLong: 0.12,
    bowShort: 0.1,
  })
  const count = roundWithin(capacity / 700, 12, 28)
  const level = (name: string, rank: number) => (slice: RingSlice) =>
    positionCategory(name, positionOf(slice.outward), rank)
  const hasClub = capacity >= 14_000
  const upper = hasClub ? 134 : 97
  const tiers: Tier[] = [
    {
      ring: { inner: 0, outer: 82 },
      count,
      namePrefix: 'Section',
      first: 101,
      category: level('Lower bowl', 2),
    },
    {
      ring: { inner: upper, outer: upper + 88 },
      count: count * 1.3,
      namePrefix: 'Section',
      first: 201,
      category: level('Upper bowl', 5),
    },
  ]
  if (hasClub) {
    const category = () => levelCategory('Club level', 1)
    tiers.splice(1, 0, {
      ring: { inner: 97, outer: 119 },
      count,
      namePrefix: 'Club',
      first: 1,
      category,
      density: 0.8,
    })
  }
  return {
    surface: { kind: 'floor', shape: outline(track, -22) },
    blocks: layOutTiers(track, style, 18, tiers),
  }
}

/** A tennis or show court: courtside boxes, then one or two tiers in four stands. */
export function layOutCourt(capacity: number, random: Random): PlanLayout {
  const track = roundedTrack({ width: 262, height: 172, radius: 34 + 14 * random() })
  const count = roundWithin(capacity / 420, 8, 32)
  const level = (name: string, rank: number) => (slice: RingSlice) =>
    positionCategory(name, positionOf(slice.outward), rank)
  const tiers: Tier[] = [
    {
      ring: { inner: 0, outer: 24 },
      count: count * 0.75,
      namePrefix: 'Box',
      first: 1,
      category: () => levelCategory('Courtside', 1),
      density: 0.6,
    },
    {
      ring: { inner: 38, outer: 106 },
      count,
      namePrefix: 'Section',
      first: 101,
      category: level('Lower tier', 2),
    },
  ]
  if (capacity >= 9000) {
    const ring = { inner: 120, outer: 196 }
    tiers.push({
      ring,
      count: count * 1.35,
      namePrefix: 'Section',
      first: 201,
      category: level('Upper tier', 5),
    })
  }
  return {
    surface: { kind: 'court', shape: rectangle(190, 96) },
    blocks: layOutTiers(track, 'corners', 20, tiers),
  }
}

function layOutTiers(track: Track, style: AisleStyle, aisle: number, tiers: readonly Tier[]): LayoutBlock[] {
  return tiers.flatMap(({ ring, count, namePrefix, first, category, density = 1 }) =>
    sliceRing(track, ring, quarters(track, ring, style, aisle), count, gap).map((slice, index) => ({
      name: `${namePrefix} ${first + index}`,
      category: category(slice),
      polygon: slice.polygon,
      labelAt: slice.labelAt,
      depth: slice.depth,
      density,
    })),
  )
}

/**
 * Block numbers continue from tier to tier, each starting after a multiple of ten with room to spare (1, 41, 91), or
 * by hundreds.
 */
function numberTiers(tiers: readonly Omit<Tier, 'first'>[], byHundreds: boolean): Tier[] {
  let next = 1
  return tiers.map((tier, index) => {
    const first = byHundreds ? (index + 1) * 100 + 1 : next
    // `sliceRing` may return slightly more blocks than `count`; five extra numbers are always enough.
    next = Math.ceil((next + Math.ceil(tier.count) + 5) / 10) * 10 + 1
    return { ...tier, first }
  })
}

export function roundWithin(value: number, minimum: number, maximum: number): number {
  return Math.round(Math.min(maximum, Math.max(minimum, value)))
}
