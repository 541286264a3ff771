extension Caption {
    /// Checks that the values make sense, so that nothing after it has to.
    ///
    /// - Throws: `MemeError` with code `invalidCaption` that names the value and its range.
    public func validate() throws(MemeError) {
        try check("box x", box.x, -10...10)
        try check("box y", box.y, -10...10)
        try check("box width", box.width, 0.001...20)
        try check("box height", box.height, 0.001...20)
        try check("angle", angle, -36_000...36_000)
        try check("opacity", opacity, 0...1)
        try check("line spacing", lineSpacing, 0.5...5)
        try check("largest size", maximumSize.value, 0.001...100_000)
        try check("smallest size", minimumSize.value, 0...100_000)
        if let outline { try check("outline width", outline.width, 0...0.5) }
        if let shadow {
            try check("shadow x", shadow.x, -2...2)
            try check("shadow y", shadow.y, -2...2)
            try check("shadow blur", shadow.blur, 0...1)
        }
        if let backdrop {
            try check("backdrop padding", backdrop.padding, 0...5)
            try check("backdrop corner radius", backdrop.cornerRadius, 0...5)
            try check("backdrop tail x", backdrop.tail?.x ?? 0, -10...10)
            try check("backdrop tail y", backdrop.tail?.y ?? 0, -10...10)
        }
    }

    private func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) throws(MemeError) {
        // Also catches what is not a number.
        guard range.contains(value) else {
            throw MemeError(
                .invalidCaption,
                "The caption's \(name) is \(value); it must be from \(range.lowerBound) to \(range.upperBound).")
        }
    }
}
