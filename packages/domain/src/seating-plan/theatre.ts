/** Theatres and concert halls: fan-shaped levels in front of a stage, each behind and above the previous one. */
import { levelCategory } from './category.ts'
import { sliceRing } from './plan-layout.ts'
import type { PlanLayout, LayoutBlock, Ring, SeatingCategory } from './plan-layout.ts'
import { arcTrack, trackLength } from './track.ts'
import type { Track } from './track.ts'

const degree = Math.PI / 180
/** The fan opens downwards, 62 degrees to each side. */
const fan = arcTrack(100, 28 * degree, 152 * degree)
const boxesRight = arcTrack(100, 9 * degree, 23 * degree)
const boxesLeft = arcTrack(100, 157 * degree, 171 * degree)

const positions: Readonly<Record<number, readonly string[]>> = {
  3: ['right', 'centre', 'left'],
  5: ['right', 'centre right', 'centre', 'centre left', 'left'],
}

type Level = { name: string; rank: number; ring: Ring; parts: 3 | 5; category?: SeatingCategory }

/** Ring distances are relative to the fan's radius of 100. */
export function layOutTheatre(capacity: number): PlanLayout {
  const parts = capacity < 800 ? 3 : 5
  const levels: Level[] = [
    { name: 'Front stalls', rank: 1, ring: { inner: -6, outer: 62 }, parts: 3 },
    { name: 'Rear stalls', rank: 4, ring: { inner: 72, outer: 140 }, parts },
  ]
  if (capacity >= 400) levels.push({ name: 'Dress circle', rank: 3, ring: { inner: 160, outer: 214 }, parts })
  if (capacity >= 1000)
    levels.push({ name: 'Upper circle', rank: 5, ring: { inner: 234, outer: 282 }, parts })
  if (capacity >= 2000) levels.push({ name: 'Balcony', rank: 6, ring: { inner: 302, outer: 348 }, parts })
  const blocks = levels.flatMap(layOutLevel)
  return {
    surface: {
      kind: 'stage',
      shape: [
        [-78, -46],
        [78, -46],
        [104, 26],
        [-104, 26],
      ],
    },
    blocks: capacity < 1200 ? blocks : [...blocks, ...layOutBoxes()],
  }
}

function layOutLevel({ name, rank, ring, parts }: Level): LayoutBlock[] {
  return sliceRing(fan, ring, [fullRange(fan, ring)], parts, 9).map((slice, index) => ({
    name: `${name} ${positions[parts]?.[index] ?? ''}`,
    category: levelCategory(name, rank),
    polygon: slice.polygon,
    labelAt: slice.labelAt,
    depth: slice.depth,
    density: 1,
  }))
}

/** Four boxes along each wall, from the stage to the back: A to D on the left, E to H on the right. */
function layOutBoxes(): LayoutBlock[] {
  const rows = [0, 1, 2, 3].map((row) => ({ inner: 34 + row * 28, outer: 34 + row * 28 + 22 }))
  const slices = [boxesLeft, boxesRight].flatMap((boxTrack) =>
    rows.flatMap((ring) => sliceRing(boxTrack, ring, [fullRange(boxTrack, ring)], 1, 0)),
  )
  return slices.map((slice, index) => ({
    name: `Box ${'ABCDEFGH'.charAt(index)}`,
    category: levelCategory('Boxes', 2),
    polygon: slice.polygon,
    labelAt: slice.labelAt,
    depth: slice.depth,
    density: 0.3,
  }))
}

function fullRange(track: Track, { inner, outer }: Ring): { from: number; to: number } {
  return { from: 0, to: trackLength(track, (inner + outer) / 2) }
}
