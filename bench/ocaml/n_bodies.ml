(* bench/ocaml/n_bodies.ml: the sun and four planets; positions and velocities are new vectors. *)
type vector = { x : float; y : float; z : float }
type body = { at : vector; speed : vector; mass : float }

let add a b = { x = a.x +. b.x; y = a.y +. b.y; z = a.z +. b.z }
let sub a b = { x = a.x -. b.x; y = a.y -. b.y; z = a.z -. b.z }
let scale k a = { x = k *. a.x; y = k *. a.y; z = k *. a.z }
let dot a b = (a.x *. b.x) +. (a.y *. b.y) +. (a.z *. b.z)
let zero = { x = 0.; y = 0.; z = 0. }
let pi = 3.141592653589793
let solar_mass = 4. *. pi *. pi
let days = 365.24

let body (x, y, z) (vx, vy, vz) mass =
  { at = { x; y; z }; speed = scale days { x = vx; y = vy; z = vz }; mass = mass *. solar_mass }

let planets =
  [ body (4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01)
      (1.66007664274403694e-03, 7.69901118419740425e-03, -6.90460016972063023e-05) 9.54791938424326609e-04;
    body (8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01)
      (-2.76742510726411899e-03, 4.99852801234917238e-03, 2.30417297573763929e-05) 2.85885980666130812e-04;
    body (1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01)
      (2.96460137564761618e-03, 2.37847173959480950e-03, -2.96589568540237556e-05) 4.36624404335156298e-05;
    body (1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01)
      (2.68067772490389322e-03, 1.62824170038242295e-03, -9.51592254519715870e-05) 5.15138902046611451e-05 ]

let system () =
  let momentum = List.fold_left (fun p b -> add p (scale b.mass b.speed)) zero planets in
  let sun = { at = zero; speed = scale (-1. /. solar_mass) momentum; mass = solar_mass } in
  Array.of_list (sun :: planets)

let energy bodies =
  let sum = ref 0. in
  Array.iteri (fun i b ->
    sum := !sum +. (0.5 *. b.mass *. dot b.speed b.speed);
    for j = i + 1 to Array.length bodies - 1 do
      let d = sub b.at bodies.(j).at in
      sum := !sum -. (b.mass *. bodies.(j).mass /. sqrt (dot d d))
    done) bodies;
  !sum

let advance dt bodies =
  let n = Array.length bodies in
  for i = 0 to n - 1 do
    for j = i + 1 to n - 1 do
      let a = bodies.(i) and b = bodies.(j) in
      let d = sub a.at b.at in
      let square = dot d d in
      let pull = dt /. (square *. sqrt square) in
      bodies.(i) <- { a with speed = sub a.speed (scale (b.mass *. pull) d) };
      bodies.(j) <- { b with speed = add b.speed (scale (a.mass *. pull) d) }
    done
  done;
  for i = 0 to n - 1 do
    let b = bodies.(i) in
    bodies.(i) <- { b with at = add b.at (scale dt b.speed) }
  done

let () =
  let bodies = system () in
  Printf.printf "%.9f\n" (energy bodies);
  for _ = 1 to int_of_string Sys.argv.(1) do advance 0.01 bodies done;
  Printf.printf "%.9f\n" (energy bodies)
