import { saveText } from './save-as.ts'

/** Loads a calendar and saves it as a file, which calendar apps open. Rethrows errors of `load`. */
export async function saveCalendar(
  load: () => Promise<{ filename: string; calendar: string }>,
): Promise<void> {
  const { filename, calendar } = await load()
  saveText(calendar, { filename, type: 'text/calendar;charset=utf-8' })
}
