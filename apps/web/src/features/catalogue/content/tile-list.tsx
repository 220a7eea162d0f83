import type { WireTile } from '@terrace/contracts/catalogue'
import { useId, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TileLink } from './tile-link.tsx'

/** Tiles beyond this number are collapsed, so that the list doesn't outgrow the events next to it. */
const collapsedCount = 24

/** Titled tiles: a column next to the events on wide screens, a horizontal strip above them on narrow ones. */
export function TileList({ title, tiles }: { title: string; tiles: readonly WireTile[] }) {
  const headingId = useId()
  const [isExpanded, setExpanded] = useState(false)
  const visibleTiles = isExpanded ? tiles : tiles.slice(0, collapsedCount)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-lg">
        {title}
      </h2>
      <ul className="mt-3 grid gap-2 max-lg:-mx-4 max-lg:auto-cols-[minmax(13.5rem,60vw)] max-lg:grid-flow-col max-lg:grid-rows-2 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 max-lg:[scrollbar-width:none] sm:max-lg:-mx-7 sm:max-lg:auto-cols-[15rem] sm:max-lg:px-7">
        {visibleTiles.map((tile) => (
          <li key={`${tile.type}/${tile.type_id}`}>
            <TileLink tile={tile} />
          </li>
        ))}
      </ul>
      {tiles.length > visibleTiles.length && (
        <Button className="mt-2 lg:w-full" onPress={() => setExpanded(true)}>
          Show all {tiles.length}
        </Button>
      )}
    </section>
  )
}
