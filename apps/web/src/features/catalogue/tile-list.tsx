import type { WireTile } from '@terrace/contracts/catalogue'
import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TileLink } from './tile-link.tsx'

/** More than these are shown on a press: the list stands beside the events, not in their way. */
const shownFirst = 24

/** Named tiles: a column beside the events on a wide screen, a strip to swipe through above them on a narrow one. */
export function TileList({ title, tiles }: { title: string; tiles: readonly WireTile[] }) {
  const headingId = useId()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? tiles : tiles.slice(0, shownFirst)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-lg">
        {title}
      </h2>
      <ul className="mt-3 grid gap-2 max-lg:-mx-4 max-lg:auto-cols-[minmax(13.5rem,60vw)] max-lg:grid-flow-col max-lg:grid-rows-2 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 max-lg:[scrollbar-width:none] sm:max-lg:-mx-7 sm:max-lg:auto-cols-[15rem] sm:max-lg:px-7">
        {shown.map((tile) => (
          <li key={`${tile.type}/${tile.type_id}`}>
            <TileLink tile={tile} />
          </li>
        ))}
      </ul>
      {tiles.length > shown.length && (
        <Button className="mt-2 lg:w-full" onPress={() => setWhole(true)}>
          Show all {tiles.length}
        </Button>
      )}
    </section>
  )
}
