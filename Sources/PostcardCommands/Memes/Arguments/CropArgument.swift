import ArgumentParser
import PostcardMemes

/// The crop of a base image: `16:9` or `10,20,300,200`.
struct CropArgument: ExpressibleByArgument {
    let crop: MemeFile.Crop
    /// The text as typed.
    let text: String

    init?(argument: String) {
        guard let crop = MemeFile.Crop(argument) else { return nil }
        self.crop = crop
        text = argument
    }
}
