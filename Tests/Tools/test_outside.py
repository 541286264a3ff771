"""Other packages that use this one: the snippets use only public names, and PostcardMemes alone needs no server code."""

import contextlib
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/Service"))
from measured import tree  # noqa: E402

MANIFEST = (ROOT / "Package.swift").read_text()
PRODUCTS = re.findall(r'\.library\(name: "(\w+)"', MANIFEST)
# Modules that a program for memes must not contain.
OTHERS = ("ArgumentParser", "HummingbirdCore", "Logging", "NIOCore", "PostcardLibrary", "PostcardServer", "PostcardSources", "SystemPackage")


def product(module):
    """The product that contains a module, as a target dependency, and the product's package."""
    if module in PRODUCTS:
        return f'.product(name: "{module}", package: "postcard")', None
    if found := re.search(rf'\.product\(name: "{module}", package: "([\w-]+)"\)', MANIFEST):
        return found[0], re.search(rf'\.package\(url: "[^"]+/{found[1]}", [^)]*\)', MANIFEST)[0]
    return None, None


def seconds(pid):
    """The CPU time of a process in seconds; 0 if the process has ended."""
    with contextlib.suppress(OSError):
        user, system = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return 0


class OtherPackages(unittest.TestCase):
    """Each test builds a package that depends on this one by its path."""

    is_thorough = True

    def make(self, *snippets):
        """Makes a package with snippets as its programs, and fetches its dependencies."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="postcard-outside."))
        self.addCleanup(shutil.rmtree, folder)
        packages, targets = {f'.package(name: "postcard", path: "{ROOT}")'}, []
        for snippet in snippets:
            (folder / "Sources" / snippet.stem).mkdir(parents=True)
            shutil.copy(snippet, folder / "Sources" / snippet.stem / "main.swift")
            found = [product(module) for module in re.findall(r"^import (\w+)", snippet.read_text(), flags=re.MULTILINE)]
            packages |= {package for _, package in found if package}
            names = ", ".join(name for name, _ in found if name)
            # With this feature, using a member requires importing its module.
            settings = '[.enableUpcomingFeature("MemberImportVisibility")]'
            targets.append(f'.executableTarget(name: "{snippet.stem}", dependencies: [{names}], swiftSettings: {settings})')
        (folder / "Package.swift").write_text(
            "// swift-tools-version: 6.2\nimport PackageDescription\n\n"
            f'let package = Package(name: "outside", dependencies: [{", ".join(sorted(packages))}], targets: [{", ".join(targets)}])\n')
        # The same dependency versions as this package.
        if (ROOT / "Package.resolved").exists():
            shutil.copy(ROOT / "Package.resolved", folder)
        self.swift(folder, "package", "resolve")
        return folder

    def swift(self, folder, *arguments):
        """Runs SwiftPM, and returns the CPU time that it took, in seconds."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(["swift", *arguments], cwd=folder, stdout=output, stderr=subprocess.STDOUT)
            spent = 0
            while process.poll() is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=20)
                # A module can take longer to compile than a test is allowed to run without progress. While the build uses the CPU, it makes
                # progress.
                if (now := sum(map(seconds, tree(process.pid)))) != spent:
                    spent = now
                    with self.subTest(seconds=spent):
                        pass
            output.seek(0)
            self.assertEqual(process.returncode, 0, output.read()[-8_000:])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def test_snippets_use_only_public_names(self):
        snippets = sorted((ROOT / "Snippets").glob("*.swift"))
        self.assertGreater(len(snippets), 8)
        folder = self.make(*snippets)
        self.swift(folder, "build")
        result = subprocess.run(
            [folder / ".build/debug/UploadHandler", folder, ROOT / "Fixtures/small/heic.heic", ROOT / "Fixtures/small/hostile-html.jpg"],
            stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual([line.split()[0] for line in result.stdout.splitlines()], ["201", "415"])

    def test_memes_module_needs_no_server_code(self):
        folder = self.make(ROOT / "Snippets/MakeMeme.swift")
        self.swift(folder, "build", "-c", "release")
        program = folder / ".build/release/MakeMeme"
        symbols = subprocess.run(["nm", program], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertIn("13PostcardMemes", symbols)
        for module in OTHERS:
            self.assertNotIn(f"$s{len(module)}{module}", symbols)
        subprocess.run([program, ROOT / "Fixtures/small/jpeg-420.jpg", folder / "meme.jpg"], check=True, stdout=subprocess.DEVNULL)
        self.assertTrue((folder / "meme.jpg").stat().st_size > 0)


if __name__ == "__main__":
    unittest.main()
