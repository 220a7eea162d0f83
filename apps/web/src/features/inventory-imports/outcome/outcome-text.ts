import type { WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { counted } from '#web/features/inventory/texts.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'

export interface Outcome {
  tone: 'ok' | 'signal' | 'danger'
  title: string
  texts: string[]
}

/** What happened with an import that has ended, and what to do; `undefined` before. */
export function outcomeOf(item: WireInventoryImportDetail): Outcome | undefined {
  switch (item.state) {
    case 'refused':
      return {
        tone: 'danger',
        title: 'Refused: nothing was changed',
        texts: [sentence(item.problem?.message)],
      }
    case 'discarded':
      return { tone: 'signal', title: 'Discarded: nothing was changed', texts: [] }
    case 'previewed':
      return emptyPreviewOf(item)
    case 'done':
    case 'done_with_errors':
      return item.problem ? identicalOf(item) : appliedOf(item)
    case 'undone':
      return undoneOf(item)
    default:
      return undefined
  }
}

const sentence = (text: string | undefined) =>
  text === undefined || /[.!?]$/.test(text) ? (text ?? '') : `${text}.`

function emptyPreviewOf({ counts, rows_read: rows }: WireInventoryImportDetail): Outcome | undefined {
  const { new: created, changed, withdrawn, held, invalid, unchanged, skipped } = counts
  if (created + changed + withdrawn > 0) return undefined
  if (rows === 0)
    return {
      tone: 'signal',
      title: 'This file has a header and no rows',
      texts: ['It changes nothing. If it should have rows, export it again and choose that file.'],
    }
  if (unchanged === 0 && invalid === rows)
    return {
      tone: 'danger',
      title: 'None of the rows can be read',
      texts: ['Nothing will change. The reasons are listed below; often the profile reads another column.'],
    }
  if (held > 0)
    return {
      tone: 'signal',
      title: 'The events of this file are not known yet',
      texts: ['Say below which events its rows are for. Each decision also applies to your later files.'],
    }
  return {
    tone: 'ok',
    title: 'Nothing to write',
    texts: [
      skipped > 0
        ? 'Its rows are skipped or the same as your listings.'
        : 'Your listings are already as the file says.',
    ],
  }
}

function identicalOf({ problem }: WireInventoryImportDetail): Outcome {
  return {
    tone: 'ok',
    title: 'Nothing to change',
    texts: [sentence(problem?.message)],
  }
}

function appliedOf({ counts, finished_at: at, undo_until: until }: WireInventoryImportDetail): Outcome {
  const { rejected, held, invalid } = counts
  const left = [
    rejected > 0 ? `${counted(rejected, 'row')} could not be written; their reasons are below` : '',
    held > 0 ? `${counted(held, 'row')} stayed held: upload the file again to decide about their events` : '',
    invalid > 0 ? `${counted(invalid, 'row')} could not be read` : '',
  ].filter((text) => text !== '')
  const isUnchanged = counts.written === 0 && left.length === 0
  return {
    tone: left.length === 0 ? 'ok' : 'signal',
    title: isUnchanged
      ? 'Nothing was written: your listings are as the file says'
      : `${counted(counts.written, 'change')} written${at === null ? '' : `, ${inViewerTimeZone(at)}`}`,
    texts: [
      ...(left.length === 0 ? [] : [`${left.join('. ')}.`]),
      ...(until === null || counts.written === 0
        ? []
        : [`The import can be undone until ${inViewerTimeZone(until)}.`]),
    ],
  }
}

function undoneOf({ counts, undone_at: at }: WireInventoryImportDetail): Outcome {
  const rejected = counts.undo_rejected
  return {
    tone: rejected > 0 ? 'signal' : 'ok',
    title: `${counted(counts.undone, 'change')} undone${at === null ? '' : `, ${inViewerTimeZone(at)}`}`,
    texts:
      rejected > 0
        ? [`${counted(rejected, 'row')} stayed as they are; the reasons are under “Not undone”.`]
        : [],
  }
}
