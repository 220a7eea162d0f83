// What PDFKit has and its types lack.
declare namespace PDFKit.Mixins {
  interface StructureElementOptions {
    scope?: 'Row' | 'Column'
    bbox?: number[]
    placement?: string
  }

  interface AnnotationOption {
    structParent?: PDFStructureElement
  }

  interface OpenImage {
    width: number
    height: number
  }

  interface PDFImage {
    openImage(source: Buffer): OpenImage
    image(source: OpenImage, x: number, y: number, size: { width: number; height: number }): this
  }

  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this
  }
}
