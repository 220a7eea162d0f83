/** An `XMLHttpRequest` that sends with `fetch`, so that the mocked routes receive uploads, too. */
export class FetchingRequest extends EventTarget {
  readonly upload = new EventTarget()
  withCredentials = false
  status = 0
  responseText = ''
  private method = 'GET'
  private url = ''
  private readonly headers = new Headers()
  private received = new Headers()
  private isAborted = false

  open(method: string, url: string): void {
    this.method = method
    this.url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value)
  }

  getResponseHeader(name: string): string | null {
    return this.received.get(name)
  }

  send(file: Blob): void {
    void this.sendNow(file)
  }

  abort(): void {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }

  private async sendNow(file: Blob): Promise<void> {
    try {
      const body = await file.text()
      const { method, headers } = this
      const response = await fetch(this.url, { method, headers, body })
      this.status = response.status
      this.received = response.headers
      this.responseText = await response.text()
    } catch {
      if (!this.isAborted) this.dispatchEvent(new Event('error'))
      return
    }
    if (!this.isAborted) this.dispatchEvent(new Event('load'))
  }
}
