import { afterEach, expect, test } from 'vitest'
import { selectedLine } from '#web/test/selection-factory.ts'
import { dismissUndo, runUndo } from '#web/ui/overlay/show-undo.ts'
import { removeSelected } from './remove-selected.ts'
import { selectedLines, toggleSelected } from './selection.ts'

afterEach(() => dismissUndo())

const ids = () => selectedLines().map(({ listing_id }) => listing_id)

test('undo restores removed listings at their places, before listings selected later', () => {
  for (const listing_id of ['lst_1', 'lst_2', 'lst_3']) toggleSelected(selectedLine({ listing_id }))
  removeSelected(['lst_1', 'lst_2'])
  expect(ids()).toEqual(['lst_3'])
  toggleSelected(selectedLine({ listing_id: 'lst_4' }))
  runUndo()
  expect(ids()).toEqual(['lst_1', 'lst_2', 'lst_3', 'lst_4'])
})

test('a listing that was selected again in the meantime keeps its new quantity', () => {
  toggleSelected(selectedLine({ listing_id: 'lst_1', quantity: 1 }))
  removeSelected(['lst_1'])
  toggleSelected(selectedLine({ listing_id: 'lst_1', quantity: 2 }))
  runUndo()
  expect(selectedLines().map(({ quantity }) => quantity)).toEqual([2])
})
