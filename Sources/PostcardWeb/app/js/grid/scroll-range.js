/** Beyond this a browser cuts the length of an element: the scroll range of longer grids is scaled. */
const longest = 6_000_000;

/** How far a grid is scrolled, down a page or sideways by itself, in pixels of its layout. */
export class ScrollRange {
    /**
     * @param {HTMLElement} element The grid.
     * @param {HTMLElement} canvas What in it has the length of all lines.
     * @param {HTMLElement} scroller What scrolls: the grid itself where it is horizontal.
     * @param {boolean} isHorizontal
     */
    constructor(element, canvas, scroller, isHorizontal) {
        Object.assign(this, { element, canvas, scroller, isHorizontal, length: 0 });
    }

    /** Makes room for lines of a length. */
    resize(length) {
        this.length = length;
        this.canvas.style.setProperty(this.isHorizontal ? 'width' : 'height', `${Math.min(longest, length)}px`);
        this.canvas.style.setProperty(this.isHorizontal ? 'height' : 'width', '100%');
    }

    /** The length of the view. */
    get extent() { return this.isHorizontal ? this.scroller.clientWidth : this.scroller.clientHeight; }

    /** How far the scroller is scrolled past the begin of the grid, in its own pixels. */
    get scrolled() {
        if (this.isHorizontal) return this.scroller.scrollLeft;
        return this.scroller.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    }

    /** How much longer the grid is than what scrolls. */
    get scale() {
        if (this.length <= longest) return 1;
        const shown = this.extent;
        return (this.length - shown) / (longest - shown);
    }

    /** Where the view begins in the layout. */
    get offset() { return this.scrolled * this.scale; }

    /** Scrolls to a place of the layout. */
    go(offset) { this.scroller[this.isHorizontal ? 'scrollLeft' : 'scrollTop'] += offset / this.scale - this.scrolled; }
}
