import { ordersRoutes } from '@terrace/contracts/orders'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { saveText } from '#web/lib/save-as.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { toOrderQuery, type OrderFilter } from './order-filter.ts'

/** A command that downloads all details of the filtered purchases as CSV, one row per order line. */
export function useLineExport(filter: OrderFilter): void {
  async function save() {
    try {
      const { data } = await call(ordersRoutes.export, { query: toOrderQuery(filter) })
      saveText(data.csv, { filename: data.filename, type: 'text/csv;charset=utf-8' })
    } catch (error) {
      showToast(errorText(error), toastSeverity.error)
    }
  }
  useCommands('Table', [
    { id: 'table.export_lines', title: 'Export CSV, one row per listing', run: () => void save() },
  ])
}
