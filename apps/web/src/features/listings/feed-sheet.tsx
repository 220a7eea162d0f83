import { formatCount } from '@terrace/domain/tickets'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { ChoiceList } from './feed-choice-list.tsx'
import { choiceKinds, flagCount, flagKinds, flagTitles, type FilterState } from './feed-choices.ts'
import { CurrencySelect } from './feed-currency.tsx'
import { PriceField } from './feed-price-field.tsx'
import { countFilters, noFilters } from './feed-search.ts'

interface FilterSheetProps {
  state: FilterState
  isOpen: boolean
  onClose: () => void
}

/** Every way of narrowing in one sheet, where the bar has no room for them. */
export function FilterSheet({ state, isOpen, onClose }: FilterSheetProps) {
  const { search, onSearch, meta } = state
  return (
    <Drawer
      title="Filters"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <div className="flex gap-3">
          <Button isDisabled={countFilters(search) === 0} onPress={() => onSearch(noFilters)}>
            Clear all
          </Button>
          <Button tone="primary" className="flex-1" onPress={onClose}>
            {meta === undefined
              ? 'Show the list'
              : `Show ${formatCount(meta.total)} ${meta.total === 1 ? 'listing' : 'listings'}`}
          </Button>
        </div>
      }
    >
      <div className="space-y-6">
        <PriceField state={state} />
        <fieldset>
          <legend className="mb-1 text-xs font-semibold text-muted">Only</legend>
          {flagKinds.map((kind) => (
            <div key={kind} className="max-sm:[&_label]:min-h-10 [&_label]:w-full">
              <Checkbox
                isSelected={search[kind] !== undefined}
                onChange={(isOn) => onSearch({ [kind]: isOn ? '1' : undefined })}
              >
                <span className="flex-1">{flagTitles[kind]}</span>
                <span className="tabular text-xs text-muted">
                  {formatFlagCount(flagCount(kind, meta?.facets))}
                </span>
              </Checkbox>
            </div>
          ))}
        </fieldset>
        {choiceKinds.map((kind) => (
          <ChoiceList key={kind} kind={kind} state={state} />
        ))}
        <div className="flex items-center justify-between gap-4">
          <span aria-hidden className="text-xs font-semibold text-muted">
            Currency
          </span>
          <CurrencySelect state={state} />
        </div>
      </div>
    </Drawer>
  )
}

function formatFlagCount(count: number | undefined): string {
  return count === undefined ? '' : formatCount(count)
}
