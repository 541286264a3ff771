package import PostcardImaging
import PostcardIsolation

/// The old name of `Isolation.prepare()`, until its uses have moved.
package enum PictureProcess {
    package static func prepare() -> Isolation { .prepare() }
}
