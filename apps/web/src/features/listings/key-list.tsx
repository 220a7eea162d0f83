import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const keys: readonly { keys: string[]; does: string }[] = [
  { keys: ['F'], does: 'Go to the filters' },
  { keys: ['L'], does: 'Go to the listings' },
  { keys: ['↑', '↓'], does: 'Walk the listings' },
  { keys: ['Home', 'End'], does: 'First and last listing' },
  { keys: ['1', '…', '9'], does: 'Choose the quantity of the listing' },
  { keys: ['Space'], does: 'Select the listing' },
  { keys: ['Enter'], does: 'Open its details' },
  { keys: ['H'], does: 'Hold the listing' },
  { keys: ['Q'], does: 'Quote the listing' },
  { keys: ['+', '−', '0'], does: 'Zoom the plan in, out, show all of it' },
  { keys: ['⇧', '←', '↑', '→', '↓'], does: 'Move the plan' },
  { keys: ['/'], does: 'Search' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['?'], does: 'This list' },
]

/** The keys of the event page. */
export function KeyList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys" size="sm" isOpen={isOpen} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-sm">
        {keys.map(({ keys: names, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <span key={name}>
                  <span className="sr-only">{name} </span>
                  <Kbd>{name}</Kbd>
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
