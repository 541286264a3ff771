import Testing

@testable import PostcardServer

@Suite struct PicturePrefixTests {
    @Test(
        arguments: [
            ("paris/", ["paris/a.jpg", "paris/tower/a b.jpg", "paris/a.jpg?v=2"]),
            ("paris", ["paris/a.jpg", "paris"]),
            ("paris/a.jpg", ["paris/a.jpg"]),
            (
                "https://a.example",
                [
                    "https://a.example", "https://a.example/", "https://A.EXAMPLE/x.jpg",
                    "https://a.example:443/x?y=/../z",
                ]
            ),
            ("https://a.example/", ["https://a.example/x.jpg", "HTTPS://a.example/x.jpg#f"]),
            (
                "https://a.example/in/",
                [
                    "https://a.example/in/x.jpg", "https://a.example/%69n/x.jpg", "https://a.example/in//x.jpg",
                    "https://a.example/in/..x/...jpg", "https://a.example/in/a%2Fb.jpg",
                    "https://a.example/in/50%25.jpg",
                    "https://a.example/in/m%C3%BCnchen.jpg",
                ]
            ),
            ("http://a.example:8080/in", ["http://a.example:8080/in", "http://a.example:8080/in/x"]),
            ("http://[::1]/", ["http://[::1]/a.jpg", "http://[::1]:80/a.jpg"]),
            ("s3://photos", ["s3://photos/a.jpg", "S3://photos/x/y.jpg"]),
            ("s3://photos/in/", ["s3://photos/in/a.jpg", "s3://photos/in/a+b%2e.jpg"]),
            ("library:", ["library:photo-1", "library:meme-1/source"]),
        ])
    func `names with the prefix match in every spelling`(prefix: String, names: [String]) throws {
        let prefix = try #require(PicturePrefix(prefix))
        for name in names { #expect(prefix.contains(name), "\(name)") }
    }

    @Test(
        arguments: [
            (
                "paris/",
                [
                    "paris", "parish/a.jpg", "Paris/a.jpg", "paris/../rome/a.jpg", "./paris/a.jpg", "/paris/a.jpg",
                    "paris//a.jpg", "paris/.hidden/a.jpg", "rome/a.jpg?paris/", "paris?/a.jpg", "paris/..?v=2", "",
                    "paris%2Fa.jpg", "library:paris/a.jpg", "s3://paris/a.jpg", "http://paris/a.jpg", "paris/\u{0}",
                ]
            ),
            ("paris", ["paris?x/a.jpg", "parish", "par"]),
            // One letter, two names.
            ("m\u{FC}nchen/", ["mu\u{308}nchen/a.jpg"]),
            (
                "https://a.example",
                [
                    "https://a.example.evil/x.jpg", "https://a.example@evil.example/x.jpg",
                    "https://user@a.example/x.jpg", "https://user:word@a.example/x.jpg", "http://a.example/x.jpg",
                    "https://a.example:8443/x.jpg", "https://evil.example/https://a.example/x.jpg",
                    "https://a.example\\@evil.example/", "https://evil.example#@a.example/", "https://b.a.example/",
                    "https://evil.example?https://a.example/", "https://a.example./x.jpg", "https:/a.example/x.jpg",
                    "https://a%2Eexample/x.jpg", "https:///a.example/x.jpg", " https://a.example/x.jpg",
                ]
            ),
            (
                "https://a.example/in/",
                [
                    "https://a.example/in", "https://a.example/inner/x.jpg", "https://a.example/in/../out/x.jpg",
                    "https://a.example/in/%2e%2e/out/x.jpg", "https://a.example/in/.%2E/out/x.jpg",
                    "https://a.example/in/%252e%252e/out/x.jpg", "https://a.example/in/%25252e%25252e/x.jpg",
                    "https://a.example/in/..%2Fout/x.jpg", "https://a.example/in/%2e%2e%2fout/x.jpg",
                    "https://a.example/in/..%5Cout/x.jpg", "https://a.example/in/..;v=1/out/x.jpg",
                    "https://a.example/in/%2e%2e/%CC%B8x.jpg", "https://a.example/in/%252e%252e/out/x%25zz.jpg",
                    "https://a.example/in/%252e%252e/out/x%25ff.jpg", "https://a.example/in/%252e%252e/x%25.jpg",
                    "https://a.example/in/./x.jpg",
                    "https://a.example//in/x.jpg", "https://a.example/IN/x.jpg", "https://a.example/in%2Fx.jpg",
                    "https://a.example/out/x.jpg?/in/", "https://a.example/out/x.jpg#/in/",
                    "https://a.example/in/%\(String(repeating: "25", count: 9))2e.jpg", "https://a.example/in/%FF.jpg",
                    "https://a.example/out/../in/x.jpg",
                ]
            ),
            (
                "s3://photos/in/",
                [
                    "s3://photos/in", "s3://photos/inner/a.jpg", "s3://photos-2/in/a.jpg", "s3://photo/in/a.jpg",
                    "s3://nas@photos/in/a.jpg", "s3://photos//in/a.jpg", "in/a.jpg", "https://photos/in/a.jpg",
                ]
            ),
            ("library:", ["Library:photo-1", "photo-1", "paris/library:photo-1"]),
        ])
    func `other names do not match in any spelling`(prefix: String, names: [String]) throws {
        let prefix = try #require(PicturePrefix(prefix))
        for name in names { #expect(!prefix.contains(name), "\(name)") }
    }

    @Test(arguments: [
        "", "/", "//", "/paris/", "../paris/", "paris/../rome/", ".hidden/", "https://", "https:///x", "s3://",
        "s3://nas@photos/",
        "https://user@a.example/", "https://a.example/in/../", "https://a.example/%2e%2e/", "https://a.example/?x=",
        "paris/?v=", "https://a.example/#", "local:///paris/",
    ])
    func `a prefix that no name can have is invalid`(text: String) { #expect(PicturePrefix(text) == nil) }
}
