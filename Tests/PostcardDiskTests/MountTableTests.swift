import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardDisk

struct MountTableTests {
    private static let table = MountTable(
        """
        22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
        30 22 0:50 / /mnt/nas rw,noatime shared:9 master:1 - nfs4 nas:/photos rw,vers=4.2,addr=10.0.0.2
        31 22 0:51 / /mnt/my\\040share rw - cifs //nas/share rw,vers=3.1.1
        32 22 0:52 / /mnt/ssh rw - fuse.sshfs ann@host: rw,user_id=0
        33 22 0:53 / /mnt/cloud rw - fuse.rclone remote: rw
        34 22 0:54 / /mnt/bind rw - fuse.bindfs /srv/x rw
        35 22 0:55 / /mnt/plain rw - fuse /srv/y rw
        36 22 0:56 / /mnt/bucket rw - fuse mountpoint-s3 rw
        37 22 0:57 / /mnt/host rw - 9p hostshare rw,trans=virtio
        38 22 0:58 / /mnt/nas/local rw - tmpfs tmpfs rw
        39 22 0:59 / /mnt/btrfs rw - btrfs /dev/sdb rw,subvol=/
        40 22 0:60 / /mnt/over rw - autofs systemd-1 rw
        41 40 0:61 / /mnt/over rw - nfs nas:/other rw
        a line that is none
        42 22
        """)

    @Test(
        arguments: [
            ("/", 254, 0, nil), ("/home/ann", 254, 0, nil), ("/mnt/nas", 0, 50, "NFS"), ("/mnt/nas/a/b", 0, 50, "NFS"),
            ("/mnt/my share/x", 0, 51, "SMB"), ("/mnt/ssh/x", 0, 52, "SSHFS"), ("/mnt/cloud", 0, 53, "rclone"),
            ("/mnt/bind/x", 0, 54, nil), ("/mnt/plain", 0, 55, nil), ("/mnt/bucket", 0, 56, "S3"),
            ("/mnt/host", 0, 57, "9P"), ("/mnt/nas/local/x", 0, 58, nil), ("/mnt/over/x", 0, 61, "NFS"),
            // Bound to another place, where a table by places would not find it.
            ("/data", 0, 50, "NFS"),
            // Numbers that are not in the table: by their places.
            ("/mnt/btrfs/sub", 0, 99, nil), ("/mnt/my share/x", 0, 99, "SMB"), ("/mnt/over/x", 0, 99, "NFS"),
            ("/mnt/nasty", 0, 99, nil), ("/mnt/nas/local/x", 0, 99, nil),
        ] as [(String, UInt64, UInt64, String?)])
    func `a network disk is known by its file system`(path: String, major: UInt64, minor: UInt64, kind: String?) {
        #expect(Self.table.networkDisk(at: FilePath(path), device: major << 8 | minor) == kind)
    }

    @Test func `the root of a sandbox is its own disk`() {
        let table = MountTable("1 0 0:9 / / rw - 9p none rw\n2 1 0:9 /x /mnt rw - 9p none rw")
        #expect(table.networkDisk(at: "/home", device: 9) == nil)
        #expect(MountTable("").networkDisk(at: "/", device: 1) == nil)
    }

    @Test func `folders of tests are on a disk of this machine`() throws {
        #expect(FileSystem.networkDisk(at: try ScratchFolder().path) == nil)
        #expect(FileSystem.networkDisk(at: "/nowhere") == nil)
    }
}
