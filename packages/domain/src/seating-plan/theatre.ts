/** Theatres and concert halls: fans of seats before a stage, one behind and above the other. */
import { levelCategory } from './category.ts'
import { cutRing } from './draft.ts'
import type { Draft, DraftBlock, Ring, SeatingCategory } from './draft.ts'
import { arcTrack, trackLength } from './track.ts'
import type { Track } from './track.ts'

const degree = Math.PI / 180
/** The fan opens downwards on the picture, 62 degrees to either side. */
const fan = arcTrack(100, 28 * degree, 152 * degree)
const boxesRight = arcTrack(100, 9 * degree, 23 * degree)
const boxesLeft = arcTrack(100, 157 * degree, 171 * degree)

const positions: Readonly<Record<number, readonly string[]>> = {
  3: ['right', 'centre', 'left'],
  5: ['right', 'centre right', 'centre', 'centre left', 'left'],
}

type Level = { name: string; rank: number; ring: Ring; parts: 3 | 5; category?: SeatingCategory }

/** Rings are told from the fan's own radius of 100. */
export function draftTheatre(capacity: number): Draft {
  const parts = capacity < 800 ? 3 : 5
  const levels: Level[] = [
    { name: 'Front stalls', rank: 1, ring: { inner: -6, outer: 62 }, parts: 3 },
    { name: 'Rear stalls', rank: 4, ring: { inner: 72, outer: 140 }, parts },
  ]
  if (capacity >= 400) levels.push({ name: 'Dress circle', rank: 3, ring: { inner: 160, outer: 214 }, parts })
  if (capacity >= 1000)
    levels.push({ name: 'Upper circle', rank: 5, ring: { inner: 234, outer: 282 }, parts })
  if (capacity >= 2000) levels.push({ name: 'Balcony', rank: 6, ring: { inner: 302, outer: 348 }, parts })
  const blocks = levels.flatMap(draftLevel)
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
    blocks: capacity < 1200 ? blocks : [...blocks, ...draftBoxes()],
  }
}

function draftLevel({ name, rank, ring, parts }: Level): DraftBlock[] {
  return cutRing(fan, ring, [wholeOf(fan, ring)], parts, 9).map((cut, index) => ({
    name: `${name} ${positions[parts]?.[index] ?? ''}`,
    category: levelCategory(name, rank),
    polygon: cut.polygon,
    labelAt: cut.labelAt,
    depth: cut.depth,
    density: 1,
  }))
}

/** Four boxes on either wall, from the stage backwards: A to D on the left, E to H on the right. */
function draftBoxes(): DraftBlock[] {
  const rows = [0, 1, 2, 3].map((row) => ({ inner: 34 + row * 28, outer: 34 + row * 28 + 22 }))
  const cuts = [boxesLeft, boxesRight].flatMap((wall) =>
    rows.flatMap((ring) => cutRing(wall, ring, [wholeOf(wall, ring)], 1, 0)),
  )
  return cuts.map((cut, index) => ({
    name: `Box ${'ABCDEFGH'.charAt(index)}`,
    category: levelCategory('Boxes', 2),
    polygon: cut.polygon,
    labelAt: cut.labelAt,
    depth: cut.depth,
    density: 0.3,
  }))
}

function wholeOf(track: Track, { inner, outer }: Ring): { from: number; to: number } {
  return { from: 0, to: trackLength(track, (inner + outer) / 2) }
}
