/** Gives a canvas as many points as the screen has where it stands. @param width pixels of the page, as `height` */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)]
  if (canvas.width === wide && canvas.height === high) return
  canvas.width = wide
  canvas.height = high
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}
