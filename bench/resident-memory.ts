/** Resident memory of the server process in megabytes. */
export async function residentMb(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? []
  if (bytes === undefined) throw new Error('/metrics does not report the memory of the process')
  return Number(bytes) / 1_048_576
}
